import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Logger, Module } from '@nestjs/common';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { ToolSource, type ToolSourceAnswer } from '../../src/discovery/tool-source.js';
import { defineTool, type DefinedTool } from '../../src/tool/defined-tool.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { countTool } from '../apps/defined-tools.js';
import { EchoTool } from '../apps/echo-tools.js';

/** Has these tools, and notes what it is asked. */
class Shelf extends ToolSource {
  readonly asked: string[] = [];
  constructor(readonly tools: readonly DefinedTool[] = []) {
    super();
  }
  list(_context: ToolExecutionContext): readonly DefinedTool[] | Promise<readonly DefinedTool[]> {
    this.asked.push('list');
    return this.tools;
  }
  override resolve(
    name: string,
    _context: ToolExecutionContext,
  ): ToolSourceAnswer | Promise<ToolSourceAnswer> {
    this.asked.push(name);
    return this.tools.find((tool) => tool.name === name);
  }
}

/** Answers both questions in a way of its own. */
class Odd extends Shelf {
  constructor(private readonly answer: () => unknown) {
    super();
  }
  override list(): never {
    return this.answer() as never;
  }
  override resolve(): never {
    return this.answer() as never;
  }
}

let booted: BootedModule;
afterEach(async () => {
  await booted.app.close();
  jest.restoreAllMocks();
});

const start = async (
  sources: readonly unknown[],
  options: object = {},
  modules: never[] = [],
): Promise<void> => {
  booted = await bootModule({
    imports: [openRoot({ sources, ...options } as object), ...modules],
    providers: [EchoTool],
  });
};
const names = async (context?: ToolExecutionContext): Promise<string[]> =>
  (await booted.executor.list(context)).map(({ name }) => name);
const call = (name: string, context?: ToolExecutionContext) =>
  booted.executor.execute({ name, arguments: { n: 1 } }, context);

describe('a tool source', () => {
  it('brings tools that are listed and run beside the registered ones', async () => {
    await start([new Shelf([countTool('sum'), countTool('count')])]);
    expect(await names()).toEqual(['count', 'echo', 'sum']);
    expect(await call('sum')).toMatchObject({ success: true, output: 'sum 1' });
    expect([...booted.app.get(ToolRegistry).names()]).toEqual(['echo']);
  });

  it('knows the caller, and may have other tools for another one', async () => {
    class ByTenant extends ToolSource {
      private readonly tools = [countTool('count')];
      async list({ principal }: ToolExecutionContext): Promise<DefinedTool[]> {
        return principal?.tenant === 'acme' ? this.tools : [];
      }
    }
    await start([ByTenant]);
    const acme = { principal: { id: 'ada', tenant: 'acme' } };
    expect([await names(acme), await names()]).toEqual([['count', 'echo'], ['echo']]);
    expect((await call('count', acme)).success).toBe(true);
    expect((await call('count')).metadata.code).toBe('unknown_tool');
  });

  it('may be a provider of the application, with its own dependencies', async () => {
    @Injectable()
    class Rows {
      readonly tools = [countTool('count')];
    }
    @Injectable()
    class RowSource extends ToolSource {
      constructor(private readonly rows: Rows) {
        super();
      }
      list(): readonly DefinedTool[] {
        return this.rows.tools;
      }
    }
    @Module({ providers: [Rows, RowSource] })
    class RowModule {}
    await start([RowSource], {}, [RowModule as never]);
    expect(await names()).toEqual(['count', 'echo']);
  });

  it('is not asked for a name that is registered, nor for one that no tool can have', async () => {
    const shelf = new Shelf();
    await start([shelf]);
    for (const name of ['echo', '', 'two words', "x' OR 1=1", 'n'.repeat(65), '__proto__', '#tag']) {
      await call(name);
    }
    expect(shelf.asked).toEqual([]);
    await call('constructor');
    expect(shelf.asked).toEqual(['constructor']);
  });

  it('never takes the place of a registered tool, whether that is visible or not', async () => {
    await start([new Shelf([countTool('echo', 'impostor')])]);
    expect(await names()).toEqual(['echo']);
    expect((await booted.executor.execute({ name: 'echo', arguments: { text: 'hi' } })).output).toBe('hi');
    expect((await call('echo', { tools: [] })).metadata.code).toBe('unknown_tool');
  });

  it('never takes the name of a tool that the operator has switched off', async () => {
    await start([new Shelf([countTool('echo')])], { overrides: { echo: { enabled: false } } });
    expect(await names()).toEqual([]);
    expect((await call('echo')).metadata.code).toBe('unknown_tool');
  });

  it('yields to a source before it', async () => {
    const late = new Odd(async () => [await Promise.resolve(countTool('sum', 'odd'))]);
    const first = new Shelf([countTool('count', 'first')]);
    await start([late, first, new Shelf([countTool('count', 'second'), countTool('sum')])]);
    expect(await names()).toEqual(['count', 'echo', 'sum']);
    expect((await call('count')).output).toBe('first 1');
  });

  it('has each of its tools compiled once, as long as it gives the same value', async () => {
    await start([new Shelf([countTool('count')])]);
    const [first] = await booted.executor.list({ tools: ['count'] });
    await call('count');
    const [again] = await booted.executor.list({ tools: ['count'] });
    expect(first!.name).toBe('count');
    expect(again).toBe(first);
  });

  const hang = new Promise<never>(() => {});
  const faults: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('the directory is down');
      },
    ],
    ['throws nothing', () => Promise.reject(undefined)], // eslint-disable-line prefer-promise-reject-errors
    ['rejects', async () => Promise.reject(new Error('the directory is down'))],
    ['never answers', () => hang],
    ['answers a number', () => 5],
    ['answers a class', () => EchoTool],
    ['answers a plain object', () => ({ name: 'count', execute: () => 'ran' })],
    ['answers a list of garbage', () => [null, 'count', { name: 'count' }]],
    ['answers another tool', () => countTool('other')],
    [
      'answers a tool that does not compile',
      () => defineTool({ name: 'count', description: '', execute: () => 0 }),
    ],
    [
      'answers something that nobody can look at',
      () =>
        new Proxy(
          {},
          {
            get: (_target, key) => {
              if (key === 'then') return undefined;
              throw new Error('no');
            },
          },
        ),
    ],
  ];
  it.each(faults)('that %s hides its own tools alone, and the log says so', async (_how, answer) => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    await start([new Odd(answer), new Shelf([countTool('sum')])], { sourceTimeoutMs: 10 });
    expect(await call('count')).toMatchObject({
      success: false,
      error: 'unknown tool "count"',
      metadata: { code: 'unknown_tool', executed: false },
    });
    expect(await call('sum')).toMatchObject({ success: true, output: 'sum 1' });
    expect(await names()).toEqual(['echo', 'sum']);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('the tool source Odd '));
  });

  it('keeps the other tools of a list where one of them is wrong', async () => {
    const wrong = defineTool({ name: 'wrong', description: '', execute: () => 0 });
    await start([new Shelf([wrong, countTool('count'), undefined as never])]);
    expect(await names()).toEqual(['count', 'echo']);
  });

  it.each([
    ['cancelled', () => ({ signal: AbortSignal.timeout(10) })],
    ['timeout', () => ({ deadline: Date.now() + 10 })],
  ])('is not waited for once the call is over: %s', async (code, context) => {
    await start([new Odd(() => hang)], { sourceTimeoutMs: 60_000 });
    expect((await call('count', context())).metadata).toMatchObject({ code, executed: false });
  });

  it('cannot change the context of the call', async () => {
    const seen: boolean[] = [];
    class Rude extends Shelf {
      override resolve(_name: string, context: ToolExecutionContext): undefined {
        seen.push(Object.isFrozen(context));
        Object.assign(context, { principal: { id: 'root' } });
      }
    }
    await start([new Rude()]);
    expect((await call('count', { principal: { id: 'ada' } })).metadata.code).toBe('unknown_tool');
    expect(seen).toEqual([true]);
  });

  it('gives way to a tool that is registered while it thinks', async () => {
    let answer!: (tool: DefinedTool) => void;
    class Slow extends Shelf {
      override resolve(): Promise<DefinedTool> {
        return new Promise((resolve) => (answer = resolve));
      }
    }
    await start([new Slow()]);
    const result = call('count');
    await booted.app.get(ToolRegistry).add(countTool('count', 'registered'));
    answer(countTool('count', 'sourced'));
    expect((await result).output).toBe('registered 1');
  });
});

it.each([[{}], [null], [{ list: () => [] }], ['Shelf']])('is not %p', async (source) => {
  await start([]);
  await expect(bootModule({ imports: [openRoot({ sources: [source as never] })] })).rejects.toThrow(
    'forRoot({ sources })',
  );
});
