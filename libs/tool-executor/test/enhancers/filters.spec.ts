import { afterEach, describe, expect, it } from '@jest/globals';
import {
  BadRequestException,
  Catch,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type ExceptionFilter,
  type NestInterceptor,
} from '@nestjs/common';
import { of, throwError } from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { toolContextOf } from '../../src/enhancers/tool-context-of.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { EnhancedApps, SecretArgs } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

class OrderMissing extends Error {}
class OutOfStock extends Error {}

const filter = (answer: (exception: unknown, host: ArgumentsHost) => unknown): ExceptionFilter => ({
  catch: answer,
});

/** The failure of a tool with these filters that throws this. */
async function failure(thrown: unknown, ...filters: ExceptionFilter[]) {
  class Orders {
    @Tool({ description: 'Answers' })
    @UseFilters(...filters)
    find(_args: SecretArgs): void {
      throw thrown;
    }
  }
  const { executor } = await apps.start({ providers: [Orders] });
  const result = await executor.execute({ name: 'find', arguments: { token: 'x' } });
  assertLegalToolResult(result);
  expect(result.success).toBe(false);
  return { code: result.metadata.code, error: result.error, executed: result.metadata.executed };
}

const toldApart = { code: 'tool_error', error: 'ask for another one', executed: true };
const unchanged = { code: 'tool_error', error: 'no row', executed: true };
const instead = (): Error => new ToolError('ask for another one');

describe("Nest's filters on a tool", () => {
  it.each<[string, () => unknown]>([
    ['throws it', () => { throw instead(); }], // prettier-ignore
    ['rejects with it', async () => { throw instead(); }], // prettier-ignore
    ['returns it', () => instead()],
    ['returns a promise of it', async () => instead()],
    ['returns an Observable that fails with it', () => throwError(instead)],
    ['returns an Observable of it', () => of(instead())],
  ])('say what the failure is: one that %s', async (_, answer) => {
    expect(await failure(new OrderMissing('no row'), filter(answer))).toEqual(toldApart);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['an answer for HTTP', () => ({ statusCode: 200, message: 'fine' })],
    ['a result of a tool', () => ({ success: true, output: 1, error: null })],
    ['a promise', async () => 'fine'],
    ['an Observable', () => of('fine')],
  ])('make no success of a failure: one that returns %s', async (_, answer) => {
    expect(await failure(new OrderMissing('no row'), filter(answer))).toEqual(unchanged);
  });

  it('get the exception, and know the call', async () => {
    const thrown = new OrderMissing('no row');
    let seen: unknown;
    const look = filter((exception, host) => {
      const { tool, args } = toolContextOf<SecretArgs>(host)!;
      seen = [exception === thrown, host.getType(), tool.name, args.token];
    });
    await failure(thrown, look);
    expect(seen).toEqual([true, 'tool', 'find', 'x']);
  });

  it('catch what their @Catch() names, subclasses too', async () => {
    class LastOneGone extends OutOfStock {}
    @Catch(OutOfStock, BadRequestException)
    class StockFilter implements ExceptionFilter {
      catch(): never {
        throw instead();
      }
    }
    const stock = new StockFilter();
    expect(await failure(new LastOneGone('no row'), stock)).toEqual(toldApart);
    expect(await failure(new OrderMissing('no row'), stock)).toEqual(unchanged);
    expect(await failure(null, stock)).toMatchObject({ code: 'tool_error' });
    expect(await failure(null, filter(() => { throw instead(); }))).toEqual(toldApart); // prettier-ignore
  });

  it('ask the nearest one: of the method before the class, of a list the last', async () => {
    const asked: string[] = [];
    @Catch(OrderMissing)
    class Named implements ExceptionFilter {
      constructor(private readonly name: string) {}
      catch(exception: unknown): never {
        asked.push(this.name);
        throw exception;
      }
    }
    @Catch(OutOfStock)
    class Other extends Named {}
    @UseFilters(new Named('class'))
    class Orders {
      @Tool({ description: 'Answers' })
      @UseFilters(new Named('first'), new Named('last'), new Other('other'))
      find(): never {
        throw new OrderMissing('no row');
      }
      @Tool({ description: 'Answers' })
      @UseFilters(new Other('other'))
      seek(): never {
        throw new OrderMissing('no row');
      }
    }
    const { executor } = await apps.start({ providers: [Orders] });
    await executor.execute({ name: 'find', arguments: {} });
    await executor.execute({ name: 'seek', arguments: {} });
    expect(asked).toEqual(['last', 'class']);
  });

  it('catch what interceptors and streams throw', async () => {
    const rescue = filter(() => instead());
    @UseFilters(rescue)
    class Orders {
      @Tool({ description: 'Answers' })
      async *stream(): AsyncGenerator<string> {
        yield 'a';
        throw new OrderMissing('no row');
      }
      @Tool({ description: 'Answers' })
      @UseInterceptors({ intercept: () => throwError(() => new OrderMissing('no row')) } as NestInterceptor)
      wrapped(): void {}
    }
    const { executor } = await apps.start({ providers: [Orders] });
    for (const name of ['stream', 'wrapped']) {
      const { error } = expectFailure(await executor.execute({ name, arguments: {} }), 'tool_error');
      expect(error).toBe('ask for another one');
    }
  });

  it('may word what a guard has refused, and let nobody in', async () => {
    let runs = 0;
    class Orders {
      @Tool({ description: 'Answers' })
      @UseGuards({ canActivate: () => false })
      @UseFilters(filter(() => new ToolError('come back tomorrow', { code: 'overloaded', retryable: true })))
      find(): void {
        runs++;
      }
      @Tool({ description: 'Answers' })
      @UseGuards({ canActivate: () => false })
      @UseFilters(filter(() => true))
      seek(): void {
        runs++;
      }
    }
    const { executor } = await apps.start({ providers: [Orders] });
    const found = expectFailure(await executor.execute({ name: 'find', arguments: {} }), 'permission_denied');
    expect(found.error).toBe('permission denied: come back tomorrow');
    expectFailure(await executor.execute({ name: 'seek', arguments: {} }), 'permission_denied');
    expect(runs).toBe(0);
  });

  it('have the timeout of the tool', async () => {
    class Orders {
      @Tool({ description: 'Answers', timeoutMs: 20 })
      @UseFilters(filter(() => new Promise(() => {})))
      find(): never {
        throw new OrderMissing('no row');
      }
    }
    const { executor } = await apps.start({ providers: [Orders] });
    expectFailure(await executor.execute({ name: 'find', arguments: {} }), 'timeout');
  });

  it('are not asked about a call that was stopped', async () => {
    let asked = 0;
    class Orders {
      @Tool({ description: 'Answers', timeoutMs: 20 })
      @UseFilters(filter(() => ++asked))
      find(_args: SecretArgs, { signal }: { signal: AbortSignal }): Promise<never> {
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      }
    }
    const { executor } = await apps.start({ providers: [Orders] });
    expectFailure(await executor.execute({ name: 'find', arguments: { token: 'x' } }), 'timeout');
    expect(asked).toBe(0);
  });
});
