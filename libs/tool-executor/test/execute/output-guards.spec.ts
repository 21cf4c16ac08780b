import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { Describe } from '../../src/schema/describe.decorator.js';
import type { Fault } from '../../src/testing/fakes/faults.js';
import { RecordingJournal } from '../../src/testing/fakes/recording-journal.js';
import { RecordingOutputGuard } from '../../src/testing/fakes/recording-output-guard.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import { ToolError } from '../../src/tool/tool-error.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { toolOutput } from '../../src/tool/tool-output.js';
import { block, pass, replace, type ToolOutputVerdict } from '../../src/tool/tool-output-guard.js';
import type { JsonObject, ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

let own: (value: unknown, companions: object) => ToolOutputVerdict;
let shared: typeof own;
const ownGuard = new RecordingOutputGuard({ check: (_, value, companions) => own(value, companions) });
const sharedGuard = new RecordingOutputGuard({ check: (_, value, companions) => shared(value, companions) });

class GiveArgs {
  @IsOptional()
  @IsString()
  @Describe('Anything')
  text?: string;
}

@Injectable()
class Tools {
  gives: () => unknown = () => undefined;

  @Tool({
    description: 'Gives what the test says',
    outputGuards: [ownGuard],
    maxOutputChars: 200,
    outputSchema: { type: ['object', 'string', 'null'] },
  })
  give(_args: GiveArgs): unknown {
    return this.gives();
  }
}

describe('an output guard', () => {
  let booted: Booted;
  const journal = new RecordingJournal();

  beforeAll(async () => {
    booted = await boot([Tools], { outputGuards: [sharedGuard], journal, outputGuardTimeoutMs: 50 });
  });
  beforeEach(() => {
    own = pass;
    shared = pass;
    for (const guard of [ownGuard, sharedGuard]) {
      guard.behave();
      guard.checked.length = 0;
    }
  });
  afterAll(() => booted.app.close());

  const given = async (gives: () => unknown, context?: ToolExecutionContext): Promise<ToolResult> => {
    booted.app.get(Tools).gives = gives;
    const result = await booted.executor.execute({ name: 'give', arguments: { text: 'x' } }, context);
    assertLegalToolResult(result);
    return result;
  };
  const returned = (): unknown => journal.finished.at(-1)!.returned;

  it('that passes lets the output leave as it is', async () => {
    expect(await given(() => ({ name: 'Bob' }))).toMatchObject({ success: true, output: { name: 'Bob' } });
    expect(ownGuard.checked).toHaveLength(1);
  });

  it('sees what hides in getters and toJSON, as frozen JSON', async () => {
    class Person {
      get mail(): string {
        return 'bob@example.com';
      }
      toJSON(): object {
        return { mail: this.mail };
      }
    }
    await given(() => ({ person: new Person(), at: new Date(0) }));
    const { value } = ownGuard.checked[0]!;
    expect(value).toEqual({ person: { mail: 'bob@example.com' }, at: '1970-01-01T00:00:00.000Z' });
    expect(Object.isFrozen((value as JsonObject)['person'])).toBe(true);
  });

  it('sees the tool, the caller, and arguments of its own', async () => {
    await given(() => 'x', { principal: { id: 'alice' } });
    const [first, second] = [ownGuard.checked[0]!.call, sharedGuard.checked[0]!.call];
    expect(first).toMatchObject({ tool: { name: 'give' }, context: { principal: { id: 'alice' } } });
    expect(first.args).toEqual({ text: 'x' });
    expect(first.args).toBeInstanceOf(GiveArgs);
    expect(first.args).not.toBe(second.args);
  });

  it('that blocks makes it invalid_output, says why, and leaves what was returned to the journal', async () => {
    own = () => block('it holds a social security number');
    const result = await given(() => ({ note: '078-05-1120', password: 'S3CRET' }));
    expect(result).toMatchObject({
      success: false,
      error: 'the tool ran, but its output was withheld: it holds a social security number',
      metadata: { code: 'invalid_output', executed: true, retryable: false },
    });
    expect(JSON.stringify(result)).not.toContain('078-05');
    expect(returned()).toEqual({ note: '078-05-1120', password: '***' });
    expect(sharedGuard.checked).toHaveLength(0);
  });

  it.each<[string, Fault]>([
    ['throws', 'throw'],
    ['rejects', 'reject'],
    ['hangs', 'hang'],
    ['answers nothing', { answer: undefined }],
    ['answers true', { answer: true }],
    ['answers an unknown verdict', { answer: { verdict: 'PASS' } }],
    ['answers a verdict that only looks like one', { answer: { verdict: ['pass'] } }],
    ['promises garbage', { answer: Promise.resolve('pass') }],
    [
      'answers what cannot be read',
      {
        answer: {
          get verdict(): string {
            throw new Error('no');
          },
        },
      },
    ],
  ])('has blocked: it %s', async (_what, fault) => {
    for (const guard of [ownGuard, sharedGuard]) {
      guard.misbehave(fault);
      const result = await given(() => ({ name: 'Bob' }));
      expect(result).toMatchObject({ success: false, metadata: { code: 'invalid_output', executed: true } });
      expect(result.error).toContain('its output was withheld: the output guard');
      expect(returned()).toEqual({ name: 'Bob' });
      guard.behave();
    }
  });

  it('gives the tracer what it threw', async () => {
    ownGuard.misbehave('throw');
    await given(() => 'x');
    expect(booted.tracer.last.ends[0]!.cause).toMatchObject({
      message: expect.stringContaining('told to fail'),
    });
  });

  it('that replaces puts its value in the place of the output, and the result says so', async () => {
    own = () => replace({ name: '***', at: new Date(0) });
    const result = await given(() => ({ name: 'Bob' }));
    expect(result.output).toEqual({ name: '***', at: '1970-01-01T00:00:00.000Z' });
    expect(result.metadata.notes).toEqual(['an output guard replaced the output']);
    expect(JSON.stringify(journal.finished.at(-1))).not.toContain('Bob');
  });

  it('is held to the output schema and the limit of the tool with what it replaces', async () => {
    own = () => replace([1, 2]);
    expect(await given(() => 'x')).toMatchObject({
      metadata: { code: 'invalid_output', executed: true },
      error: expect.stringContaining('not what it declares'),
    });
    expect(returned()).toBe('x');
    own = () => replace('y'.repeat(500));
    expect(await given(() => 'x')).toMatchObject({ success: false, metadata: { originalSize: 500 } });
  });

  it('of the tool comes first and that of the module last: it sees what will leave', async () => {
    own = () => replace('from the tool');
    shared = (value) => (value === 'from the tool' ? replace('from the module') : pass());
    expect((await given(() => 'x')).output).toBe('from the module');
    shared = (value) => (value === 'from the tool' ? block('not from the tool') : pass());
    expect((await given(() => 'x')).success).toBe(false);
  });

  it('that cannot change what it sees: what it tries blocks the output', async () => {
    own = (value) => {
      (value as { name: string }).name = 'changed';
      return pass();
    };
    expect((await given(() => ({ name: 'Bob' }))).success).toBe(false);
  });

  it('sees content, attributes and stderr, and drops what it does not hand on with a replacement', async () => {
    const gives = (): unknown =>
      toolOutput(new ProcessOutput({ stdout: 'out', stderr: 'bob@example.com', exitCode: 0 }), {
        content: [{ type: 'text', text: 'of Bob' }],
        attributes: { id: 7 },
      });
    const companions = {
      content: [{ type: 'text', mimeType: 'text/plain', text: 'of Bob' }],
      attributes: { id: 7 },
      stderr: 'bob@example.com',
    };
    expect((await given(gives)).metadata).toMatchObject(companions);
    expect(ownGuard.checked[0]!.companions).toEqual(companions);

    own = () => replace('clean');
    const bare = await given(gives);
    expect(bare).toMatchObject({ output: 'clean', metadata: { exitCode: 0 } });
    for (const key of ['content', 'attributes', 'stderr']) expect(bare.metadata).not.toHaveProperty(key);

    own = (_, seen) => replace('clean', { ...seen, stderr: 'z'.repeat(500) });
    const kept = (await given(gives)).metadata;
    expect(kept).toMatchObject({ content: companions.content, attributes: companions.attributes });
    expect(kept.stderr!.length).toBeLessThanOrEqual(200);
  });

  it('lets the stderr that it passed stay where the output is not what the tool declares', async () => {
    const { metadata } = await given(
      () => new ProcessOutput({ stdout: '[1]', stderr: 'hm', exitCode: 0, outputFormat: 'json' }),
    );
    expect(metadata).toMatchObject({ code: 'invalid_output', exitCode: 0, stderr: 'hm' });
  });

  it('that blocks lets neither content nor attributes nor stderr out', async () => {
    own = () => block('no');
    const { metadata } = await given(() =>
      toolOutput(new ProcessOutput({ stdout: 'a', stderr: 'b', exitCode: 0 }), { attributes: { id: 7 } }),
    );
    expect(metadata).toMatchObject({ code: 'invalid_output', exitCode: 0 });
    for (const key of ['content', 'attributes', 'stderr', 'stdout']) expect(metadata).not.toHaveProperty(key);
  });

  it('that promises its answer is waited for, and those behind it are asked then', async () => {
    ownGuard.misbehave({ answer: Promise.resolve(replace('later')) });
    shared = (value) => (value === 'later' ? pass() : block('too early'));
    expect((await given(() => 'x')).output).toBe('later');
  });

  it('is not waited for once the caller cancels, and the output does not leave', async () => {
    const controller = new AbortController();
    own = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {}) as never;
    };
    const result = await given(() => ({ name: 'Bob' }), { signal: controller.signal });
    expect(result).toMatchObject({ metadata: { code: 'cancelled', executed: true, stopped: true } });
    expect(returned()).toEqual({ name: 'Bob' });
  });

  it('is not asked about what failed', async () => {
    await given(() => {
      throw new ToolError('no');
    });
    await given(() => new ProcessOutput({ stdout: '', stderr: 'x', exitCode: 1 }));
    expect(ownGuard.checked).toHaveLength(0);
  });

  it('is not asked for a result that is replayed: it was when it was recorded', async () => {
    const context = { idempotencyKey: 'once' };
    await given(() => 'x', context);
    expect(await given(() => 'y', context)).toMatchObject({ output: 'x', metadata: { replayed: true } });
    expect(ownGuard.checked).toHaveLength(1);
  });
});

it('costs no promise where there is no output guard', async () => {
  @Injectable()
  class Plain {
    @Tool({ description: 'Gives one' })
    one(): number {
      return 1;
    }
  }
  const { app, executor } = await boot([Plain], { journal: false });
  const then = jest.spyOn(Promise.prototype, 'then');
  try {
    const pending = executor.execute({ name: 'one' });
    // Every step had its answer: the result is there, and only the promise of execute() itself is left.
    expect(then).not.toHaveBeenCalled();
    expect((await pending).output).toBe(1);
  } finally {
    then.mockRestore();
    await app.close();
  }
});
