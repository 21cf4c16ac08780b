import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, NotFoundException } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import type { Fault } from '../../src/testing/fakes/faults.js';
import { RecordingErrorMapper } from '../../src/testing/fakes/recording-error-mapper.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { ToolError } from '../../src/tool/tool-error.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

class UniqueViolation extends Error {}
/** As HTTP clients throw it: with the request and its headers. */
class HttpClientError extends Error {
  readonly config = {
    url: 'https://api.example.com',
    headers: { Authorization: 'Bearer 9f8e7d6c5b4a39281706f5e4d3c2b1a0S3CRET' },
  };
}

let own: (error: unknown) => ToolError | undefined;
let shared: typeof own;
const ownMapper = new RecordingErrorMapper({ map: (error) => own(error) });
const sharedMapper = new RecordingErrorMapper({ map: (error) => shared(error) });

@Injectable()
class Tools {
  act: (context: ToolContext) => unknown = () => undefined;

  @Tool({
    description: 'Does what the test says',
    errorMappers: [ownMapper],
    errors: 'masked',
    effects: 'idempotent',
  })
  fail(_args: NoArguments, context: ToolContext): unknown {
    return this.act(context);
  }
}

describe('an error mapper', () => {
  let booted: Booted;

  beforeAll(async () => {
    booted = await boot([Tools], { errorMappers: [sharedMapper], errorMapperTimeoutMs: 50 });
  });
  beforeEach(() => {
    own = () => undefined;
    shared = () => undefined;
    for (const mapper of [ownMapper, sharedMapper]) {
      mapper.behave();
      mapper.shown.length = 0;
    }
  });
  afterAll(() => booted.app.close());

  const failed = async (thrown: unknown, context?: ToolExecutionContext): Promise<ToolResult> => {
    booted.app.get(Tools).act = () => {
      throw thrown;
    };
    const result = await booted.executor.execute({ name: 'fail' }, context);
    assertLegalToolResult(result);
    return result;
  };
  const masked = (result: ToolResult): string =>
    `the tool failed; the details are in the trace ${result.metadata.traceId}`;

  it('says what was thrown in words for the model, and the tracer gets what was thrown', async () => {
    shared = (error) =>
      error instanceof UniqueViolation
        ? new ToolError('this number is taken; choose another one', {
            code: 'invalid_arguments',
            details: { column: 'number', password: 'S3CRET' },
          })
        : undefined;
    const thrown = new UniqueViolation('duplicate key value violates "orders_number_key"');
    expect(await failed(thrown)).toMatchObject({
      success: false,
      error: 'this number is taken; choose another one',
      metadata: {
        code: 'invalid_arguments',
        executed: true,
        retryable: false,
        details: { column: 'number', password: '***' },
      },
    });
    expect(booted.tracer.last.ends[0]!.cause).toBe(thrown);
  });

  it('is shown what was thrown itself, the tool and the caller', async () => {
    const thrown = new HttpClientError('401');
    await failed(thrown, { principal: { id: 'alice' } });
    expect(ownMapper.shown[0]!.error).toBe(thrown);
    expect(ownMapper.shown[0]!.call).toMatchObject({
      tool: { name: 'fail' },
      context: { principal: { id: 'alice' } },
      args: {},
    });
  });

  it('lets no header of a client error out: not in its answer, nor in any record', async () => {
    own = (error) =>
      new ToolError(`the partner refused it: ${(error as HttpClientError).config.headers.Authorization}`);
    const result = await failed(new HttpClientError('401'));
    expect(result.error).toContain('the partner refused it');
    expect(JSON.stringify([result, booted.tracer.last.ends[0]!.result])).not.toContain('S3CRET');
  });

  it('of the tool comes before that of the module, and the first answer stands', async () => {
    own = () => new ToolError('from the tool');
    shared = () => new ToolError('from the module');
    expect((await failed(new Error('x'))).error).toBe('from the tool');
    expect(sharedMapper.shown).toHaveLength(0);
    own = () => undefined;
    expect((await failed(new Error('x'))).error).toBe('from the module');
  });

  it('says whether the call may be tried again, within what its effects allow', async () => {
    own = () => new ToolError('busy', { code: 'overloaded', retryable: true });
    expect((await failed(new Error('x'))).metadata).toMatchObject({ code: 'overloaded', retryable: true });
  });

  it('is asked before what an HttpException says by itself', async () => {
    expect((await failed(new NotFoundException('no row'))).error).toBe('no row');
    own = () => new ToolError('there is no such order');
    expect((await failed(new NotFoundException('no row'))).error).toBe('there is no such order');
  });

  it.each<[string, Fault]>([
    ['throws', 'throw'],
    ['rejects', 'reject'],
    ['hangs', 'hang'],
    ['answers an ordinary error', { answer: new Error('secret') }],
    ['answers a text', { answer: 'all is well' }],
    ['answers what looks like a success', { answer: { success: true, output: 1 } }],
    ['promises garbage', { answer: Promise.resolve({ success: true }) }],
    [
      'answers what cannot be read',
      {
        answer: {
          get then(): never {
            throw new Error('no');
          },
        },
      },
    ],
  ])('has no answer: it %s', async (what, fault) => {
    ownMapper.misbehave(fault);
    const result = await failed(new Error('SELECT'));
    expect(result).toMatchObject({ success: false, error: masked(result) });
    shared = () => new ToolError('from the module');
    // One that hangs uses up the time of those behind it.
    const next = await failed(new Error('SELECT'));
    expect(next.error).toBe(what === 'hangs' ? masked(next) : 'from the module');
  });

  it('that promises its answer is waited for', async () => {
    ownMapper.misbehave({ answer: Promise.resolve(new ToolError('later')) });
    expect((await failed(new Error('x'))).error).toBe('later');
  });

  it('is not waited for once the caller cancels: why the tool failed stands', async () => {
    const controller = new AbortController();
    own = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {}) as never;
    };
    const result = await failed(new Error('x'), { signal: controller.signal });
    expect(result).toMatchObject({ error: masked(result), metadata: { code: 'tool_error' } });
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a promise', Promise.resolve(1)],
    ['a thenable that never settles', { then: () => {} }],
  ])('is shown %s that was thrown, which nobody awaits', async (_what, thrown) => {
    ownMapper.misbehave({ answer: Promise.resolve(undefined) });
    const result = await failed(thrown);
    expect(result).toMatchObject({ success: false, metadata: { code: 'tool_error' } });
    expect(ownMapper.shown[0]!.error).toBe(thrown);
  });

  it('is not asked about a ToolError, a failed process or a success: those speak for themselves', async () => {
    expect((await failed(new ToolError('mine'))).error).toBe('mine');
    booted.app.get(Tools).act = () => new ProcessOutput({ stdout: '', stderr: 'no', exitCode: 1 });
    await booted.executor.execute({ name: 'fail' });
    booted.app.get(Tools).act = () => new Error('returned, not thrown');
    expect((await booted.executor.execute({ name: 'fail' })).success).toBe(true);
    expect(ownMapper.shown).toHaveLength(0);
  });
});
