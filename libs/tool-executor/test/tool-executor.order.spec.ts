import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsString, registerDecorator } from 'class-validator';
import { Tool } from '../src/discovery/tool.decorator.js';
import { ask, deny } from '../src/permission/tool-permission-guard.js';
import type { ToolHandler } from '../src/tool/tool-handler.js';
import { boot, type Booted } from './support/boot.js';
import { RecordedGuard, RecordedJournal, RecordedTracer, Steps } from './support/recorder.js';

const steps = new Steps();

function Recorded() {
  return (target: object, propertyName: string) =>
    registerDecorator({
      name: 'recorded',
      target: target.constructor,
      propertyName,
      validator: {
        validate: () => {
          steps.seen.push('validate');
          return true;
        },
      },
    });
}

class EchoArgs {
  @Recorded()
  @IsString()
  text!: string;
}

@Tool({ name: 'echo', description: 'Gives its text back', parameters: EchoArgs })
@Injectable()
class EchoTool implements ToolHandler<EchoArgs> {
  fails = false;

  execute({ text }: EchoArgs): unknown {
    steps.seen.push('execute');
    if (this.fails) throw new Error('failed');
    return {
      toJSON: () => {
        steps.seen.push('normalize');
        return text;
      },
    };
  }
}

describe('the order of the steps', () => {
  let booted: Booted;
  let guard: RecordedGuard;
  let journal: RecordedJournal;

  beforeEach(async () => {
    guard = new RecordedGuard(steps);
    journal = new RecordedJournal(steps);
    booted = await boot([EchoTool], { guards: [guard], journal, tracers: [new RecordedTracer(steps)] });
    steps.seen.length = 0;
  });
  afterEach(() => booted.app.close());

  const call = (name: string, args: unknown) => booted.executor.execute({ name, arguments: args });

  it('is visibility, validate, permission, record, execute, normalise, record, trace', async () => {
    await call('echo', { text: 'x' });
    expect(steps.seen).toEqual([
      'start',
      'visible',
      'validate',
      'decide',
      'begin',
      'execute',
      'normalize',
      'finish',
      'end',
    ]);
  });

  it('ends with the trace when the tool is unknown: nothing else runs', async () => {
    await call('nothing', {});
    expect(steps.seen).toEqual(['start', 'refuse', 'end']);
  });

  it('ends with the trace when the tool is hidden: its arguments are not even looked at', async () => {
    guard.visible = false;
    await call('echo', { text: 'x' });
    expect(steps.seen.filter((step) => step !== 'visible')).toEqual(['start', 'refuse', 'end']);
  });

  it('ends with the trace when the arguments are invalid: nobody is asked for permission', async () => {
    await call('echo', { text: 5 });
    expect(steps.seen).not.toContain('decide');
    expect(steps.seen.slice(-2)).toEqual(['refuse', 'end']);
  });

  it('ends with the trace when permission is denied: nothing is recorded as begun, and the tool does not run', async () => {
    guard.decision = deny('no');
    await call('echo', { text: 'x' });
    expect(steps.seen).toEqual(['start', 'visible', 'validate', 'decide', 'refuse', 'end']);
  });

  it('ends with the trace when a person must decide', async () => {
    guard.decision = ask('sure?');
    await call('echo', { text: 'x' });
    expect(steps.seen).toEqual(['start', 'visible', 'validate', 'decide', 'refuse', 'end']);
  });

  it('ends with the trace when the journal refuses: the tool does not run', async () => {
    journal.answer = { status: 'refused', code: 'unavailable', reason: 'disk full' };
    const result = await call('echo', { text: 'x' });
    expect(result).toMatchObject({ error: 'disk full', metadata: { code: 'unavailable', retryable: true } });
    expect(steps.seen).toEqual(['start', 'visible', 'validate', 'decide', 'begin', 'refuse', 'end']);
  });

  it('records and traces a tool that throws', async () => {
    booted.app.get(EchoTool).fails = true;
    await call('echo', { text: 'x' });
    expect(steps.seen.slice(-3)).toEqual(['execute', 'finish', 'end']);
  });
});
