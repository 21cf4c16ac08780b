import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  Injectable,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { ToolError } from '../../src/tool/tool-error.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

class PaymentDeclined extends Error {
  override name = 'PaymentDeclined';
}

@Injectable()
class Tools {
  act: (context: ToolContext) => unknown = () => undefined;

  @Tool({ description: 'Does what the test says' })
  fail(_args: NoArguments, context: ToolContext): unknown {
    return this.act(context);
  }
  @Tool({ description: 'Does it, and may do it twice', effects: 'idempotent' })
  failIdempotently(_args: NoArguments, context: ToolContext): unknown {
    return this.act(context);
  }
  @Tool({ description: 'Does it, and keeps why to itself', errors: 'masked' })
  failMasked(_args: NoArguments, context: ToolContext): unknown {
    return this.act(context);
  }
}

const throwing = (thrown: unknown) => () => {
  throw thrown;
};

describe('what a tool throws, through execute()', () => {
  let booted: Booted;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(async () => {
    booted = await boot([Tools], { timeoutMs: 1_000, maxOutputChars: 2_000 });
    process.on('unhandledRejection', onUnhandled);
  });
  beforeEach(() => {
    unhandled.length = 0;
  });
  afterAll(async () => {
    process.off('unhandledRejection', onUnhandled);
    await booted.app.close();
  });

  const failed = (act: Tools['act'], name = 'fail'): Promise<ToolResult> => {
    booted.app.get(Tools).act = act;
    return booted.executor.execute({ name });
  };

  it.each<[string, Tools['act'], string]>([
    ['a text', throwing('disk full'), 'disk full'],
    ['undefined', throwing(undefined), 'the tool failed without a message'],
    ['null', throwing(null), 'the tool failed without a message'],
    ['an object', throwing({ code: 42 }), '{"code":42}'],
    ['an error without a message', throwing(new Error('')), 'the tool failed without a message'],
    [
      'an error of a class, without a message',
      throwing(new PaymentDeclined()),
      'PaymentDeclined without a message',
    ],
    ['a frozen error', throwing(Object.freeze(new Error('frozen'))), 'frozen'],
    ['a rejection without a reason', () => Promise.reject(), 'the tool failed without a message'],
    ['a rejection', () => Promise.reject(new Error('later')), 'later'],
    ['an error', throwing(new Error('user 7 not found')), 'user 7 not found'],
    ['an error in colours', throwing(new Error('\u001b[31mred\u001b[0m alert')), 'red alert'],
    [
      'an object with nothing to say',
      throwing(new AbortController().signal),
      'the tool failed without a message',
    ],
    ['a BigInt', throwing(10n), '10'],
  ])('makes a text of %s', async (_what, act, text) => {
    const result = await failed(act);
    expect(result).toMatchObject({
      success: false,
      output: null,
      error: text,
      metadata: { code: 'tool_error', executed: true },
    });
    expect(booted.tracer.last.ends).toHaveLength(1);
  });

  it('says nothing of where the code is: that is for the tracer', async () => {
    const error = new Error('user 7 not found');
    const result = await failed(throwing(error));
    expect(JSON.stringify(result)).not.toMatch(/\bat .+:\d+|throws\.spec|\/libs\//);
    expect(booted.tracer.last.ends[0]!.cause).toBe(error);
  });

  it('keeps what a ToolError says, with its code and details', async () => {
    const result = await failed(
      throwing(new ToolError('no seat left', { code: 'overloaded', retryable: true, details: { row: 7n } })),
    );
    expect(result).toMatchObject({
      error: 'no seat left',
      metadata: { code: 'overloaded', details: { row: '7' } },
    });
  });

  it.each([
    [new NotFoundException('no such order'), 'no such order', false],
    [new BadRequestException(['a must be b', 'c must be d']), 'a must be b; c must be d', false],
    [new ServiceUnavailableException('try later'), 'try later', true],
  ])('keeps the message of %p', async (thrown, text, retryable) => {
    expect(await failed(throwing(thrown), 'fail_idempotently')).toMatchObject({
      error: text,
      metadata: { code: 'tool_error', retryable },
    });
  });

  it.each<[string, string, Tools['act'], boolean]>([
    ['with unsafe effects', 'fail', throwing(new Error('x')), false],
    ['with unsafe effects that says so', 'fail', throwing(new ToolError('x', { retryable: true })), false],
    ['with idempotent effects', 'fail_idempotently', throwing(new Error('x')), true],
    [
      'with idempotent effects that says no',
      'fail_idempotently',
      throwing(new ToolError('x', { retryable: false })),
      false,
    ],
  ])(
    'says of a tool %s that has started whether it may be tried again',
    async (_which, name, act, retryable) => {
      expect((await failed(act, name)).metadata).toMatchObject({ retryable });
    },
  );

  it('masks an error where the tool says so, and gives the trace id to find it by', async () => {
    const error = new Error('SELECT * FROM users');
    const result = await failed(throwing(error), 'fail_masked');
    expect(result.error).toBe(`the tool failed; the details are in the trace ${result.metadata.traceId}`);
    expect(booted.tracer.last.ends[0]!.cause).toBe(error);
    expect((await failed(throwing(new ToolError('ask for less')), 'fail_masked')).error).toBe('ask for less');
  });

  it('keeps head and tail of a long message', async () => {
    const { error, metadata } = await failed(throwing(new Error(`first ${'x'.repeat(10_000)} last`)));
    expect(error).toMatch(/^first x+\n\[truncated\]\nx+ last$/);
    expect(error!.length).toBeLessThanOrEqual(2_000);
    expect(metadata.truncated).toBe(true);
  });

  it('has no rejection left over when a tool throws beside a promise that rejects', async () => {
    const result = await failed(async ({ signal }) => {
      const lost = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      lost.catch(() => {});
      throw new Error('first');
    });
    await new Promise(setImmediate);
    expect(result.error).toBe('first');
    expect(unhandled).toEqual([]);
  });

  it('does not lose the next call', async () => {
    await failed(throwing(new Error('first')));
    expect(await failed(() => 'fine')).toMatchObject({ success: true, output: 'fine' });
  });
});
