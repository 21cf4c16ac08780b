import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  catchError,
  concat,
  EMPTY,
  finalize,
  map,
  NEVER,
  of,
  retry,
  tap,
  timer,
  toArray,
  type Observable,
} from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { toolContextOf } from '../../src/enhancers/tool-context-of.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { EnhancedApps, SecretArgs } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

type Intercept = (context: ExecutionContext, next: CallHandler) => Observable<unknown>;

/** One call of a tool that does this, within these interceptors. */
async function run(
  intercept: Intercept | Intercept[],
  execute: (context: ToolContext) => unknown,
  timeoutMs = 5_000,
): Promise<ToolResult> {
  const interceptors = [intercept].flat().map((each) => ({ intercept: each }) as NestInterceptor);
  class Pinger {
    @Tool({ description: 'Answers', timeoutMs })
    @UseInterceptors(...interceptors)
    ping(args: SecretArgs, context: ToolContext): unknown {
      return execute(Object.assign(Object.create(context), { args }) as ToolContext);
    }
  }
  const { executor } = await apps.start({ providers: [Pinger] });
  const result = await executor.execute({ name: 'ping', arguments: { token: 'x' } });
  assertLegalToolResult(result);
  return result;
}

const wrapped: Intercept = (_, next) => next.handle().pipe(map((value) => ({ value })));
const through: Intercept = (_, next) => next.handle();

describe("Nest's interceptors around a tool", () => {
  it.each<[string, () => unknown, unknown]>([
    ['a value', () => 42, 42],
    ['a promise', async () => 42, 42],
    ['an Observable', () => of(1, 2, 42), 42],
    ['an async iterable', async function* () { yield 'a'; yield 'b'; }, 'ab'], // prettier-ignore
    ['bytes', () => Buffer.from('a'), { type: 'Buffer', base64: 'YQ==', bytes: 1 }],
  ])('get %s of the tool as a value, and may change it', async (_, execute, value) => {
    const { output } = await run(wrapped, execute);
    expect((output as { value: unknown }).value).toEqual(value);
    expect((await run(through, execute)).output).toEqual(value);
  });

  it('see an Observable value by value', async () => {
    const all: Intercept = (_, next) => next.handle().pipe(toArray());
    expect((await run(all, () => of(1, 2, 3))).output).toEqual([1, 2, 3]);
  });

  it('run those of the class first, around those of the method', async () => {
    const seen: string[] = [];
    const interceptor = (name: string): NestInterceptor => ({
      intercept: (_, next) => {
        seen.push(`${name} before`);
        return next.handle().pipe(tap(() => seen.push(`${name} after`)));
      },
    });
    @UseInterceptors(interceptor('class'))
    class Pinger {
      @Tool({ description: 'Answers' })
      @UseInterceptors(interceptor('method'))
      ping(): void {
        seen.push('tool');
      }
    }
    const { executor } = await apps.start({ providers: [Pinger] });
    await executor.execute({ name: 'ping', arguments: {} });
    expect(seen).toEqual(['class before', 'method before', 'tool', 'method after', 'class after']);
  });

  it('know the call, with the arguments that the tool gets', async () => {
    let seen: unknown;
    const intercept: Intercept = (context, next) => {
      const call = toolContextOf<SecretArgs>(context)!;
      seen = [context.getType(), call.tool.name, call.args.token];
      call.args.token = 'changed';
      return next.handle();
    };
    const token = (context: ToolContext): string => (context as never as { args: SecretArgs }).args.token;
    expect((await run(intercept, token)).output).toBe('changed');
    expect(seen).toEqual(['tool', 'ping', 'x']);
  });

  it('count as the code of the tool: one that answers itself has executed it', async () => {
    let runs = 0;
    const { success, output, metadata } = await run(
      () => of('cached'),
      () => ++runs,
    );
    expect({ success, output, runs }).toEqual({ success: true, output: 'cached', runs: 0 });
    expect(metadata).toMatchObject({ executed: true, isolation: 'none' });
  });

  it.each<[string, Intercept]>([
    ['throws', () => { throw new Error('no room'); }], // prettier-ignore
    ['rejects', (() => Promise.reject(new Error('no room'))) as never],
    ['gives an Observable that fails', (_, next) => concat(next.handle(), of(1)).pipe(map(() => { throw new Error('no room'); }))], // prettier-ignore
  ])('fail the call as the tool would: one that %s', async (_, intercept) => {
    const { error, metadata } = expectFailure(await run(intercept, () => 1), 'tool_error');
    expect({ error, executed: metadata.executed }).toEqual({ error: 'no room', executed: true });
  });

  it('may make a value of an error, and run the tool anew', async () => {
    let runs = 0;
    const intercept: Intercept = (_, next) =>
      next.handle().pipe(
        retry(2),
        catchError((error: Error) => of(error.message)),
      );
    const fail = (): never => {
      throw new Error(`failed ${++runs} times`);
    };
    expect((await run(intercept, fail)).output).toBe('failed 3 times');
  });

  it('give null without a value', async () => {
    expect(
      (
        await run(
          () => EMPTY,
          () => 1,
        )
      ).output,
    ).toBeNull();
  });

  it('let the tool run within the asynchronous context in which they call it', async () => {
    const storage = new AsyncLocalStorage<string>();
    const within =
      (name: string): Intercept =>
      (_, next) =>
        storage.run(`${storage.getStore() ?? ''}/${name}`, () => next.handle());
    const read = async (): Promise<unknown> => {
      const before = storage.getStore();
      await Promise.resolve();
      return [before, storage.getStore()];
    };
    const { output } = await run([within('outer'), through, within('inner')], read);
    expect(output).toEqual(['/outer/inner', '/outer/inner']);
  });

  it('never mix up calls that run at the same time', async () => {
    class Echo {
      @Tool({ description: 'Answers' })
      @UseInterceptors({ intercept: wrapped } as NestInterceptor)
      async echo({ token }: SecretArgs): Promise<string> {
        await Promise.resolve();
        return token;
      }
    }
    const { executor } = await apps.start({ providers: [Echo] });
    const tokens = Array.from({ length: 50 }, (_, at) => `${at}`);
    const results = await Promise.all(
      tokens.map((token) => executor.execute({ name: 'echo', arguments: { token } })),
    );
    expect(results.map(({ output }) => output)).toEqual(tokens.map((value) => ({ value })));
  });
});

describe('the timeout', () => {
  it('covers interceptors, and unsubscribes them', async () => {
    let isGone = false;
    const outer: Intercept = (_, next) => next.handle().pipe(finalize(() => (isGone = true)));
    const result = await run([outer, () => NEVER], () => 1, 20);
    expect(expectFailure(result, 'timeout').metadata.executed).toBe(true);
    expect(isGone).toBe(true);
  });

  it('keeps the tool from starting behind an interceptor that was too slow', async () => {
    let runs = 0;
    let resume = (): void => {};
    const slow: Intercept = (async (_: unknown, next: CallHandler) => {
      await new Promise<void>((resolve) => (resume = resolve));
      return next.handle();
    }) as never;
    const result = await run(slow, () => ++runs, 20);
    expectFailure(result, 'timeout');
    resume();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(0);
  });

  it('aborts the signal that interceptors and tool share', async () => {
    let reason: unknown;
    const intercept: Intercept = (context, next) => {
      const { signal } = toolContextOf(context)!.context;
      signal.addEventListener('abort', () => (reason = signal.reason));
      return next.handle();
    };
    expectFailure(await run(intercept, () => timer(60_000), 20), 'timeout');
    expect(reason).toMatchObject({ code: 'timeout' });
  });
});
