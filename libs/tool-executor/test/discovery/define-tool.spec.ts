import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type Provider } from '@nestjs/common';
import { defineTool, DefinedTool, type DefineToolOptions } from '../../src/tool/defined-tool.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { CountArgs, countTool } from '../apps/defined-tools.js';
import { EchoTool } from '../apps/echo-tools.js';

let booted: BootedModule | undefined;
afterEach(async () => {
  await booted?.app.close();
  booted = undefined;
});

const start = async (...providers: Provider[]): Promise<BootedModule> =>
  (booted = await bootModule({ imports: [openRoot()], providers }));
const names = async (): Promise<string[]> => (await booted!.executor.list()).map(({ name }) => name);
const call = { name: 'count', arguments: '{"n":3}' };

@Injectable()
class Counter {
  readonly who = 'injected';
}

describe('a tool of defineTool()', () => {
  const one = countTool('count');

  it.each<[string, Provider[], string]>([
    ['as it is', [countTool('count')], 'count 3'],
    ['by useValue', [{ provide: 'COUNT', useValue: countTool('count') }], 'count 3'],
    [
      'by a factory that injects what it needs',
      [
        Counter,
        { provide: 'C', inject: [Counter], useFactory: ({ who }: Counter) => countTool('count', who) },
      ],
      'injected 3',
    ],
    [
      'by a factory that answers later',
      [{ provide: 'C', useFactory: async () => countTool('count') }],
      'count 3',
    ],
    ['twice, once', [one, { provide: 'AGAIN', useValue: one }], 'count 3'],
    ['by an alias too, once', [one, { provide: 'ALIAS', useExisting: one.provide }], 'count 3'],
  ])('is found where it is provided %s', async (_how, providers, output) => {
    const { executor } = await start(...providers);
    expect(await names()).toEqual(['count']);
    expect(await executor.execute(call)).toMatchObject({ success: true, output });
  });

  it('stands beside classes in forFeature(), in the same toolset', async () => {
    booted = await bootModule({
      imports: [
        openRoot(),
        ToolExecutorModule.forFeature([EchoTool, countTool('count')], { toolset: 'both' }),
      ],
    });
    expect((await booted.executor.list()).map(({ name, toolset }) => [name, toolset])).toEqual([
      ['count', 'both'],
      ['echo', 'both'],
    ]);
  });

  it('is one tool, however many modules provide it', async () => {
    @Module({ providers: [one] })
    class Other {}
    booted = await bootModule({ imports: [openRoot(), Other], providers: [one] });
    expect(await names()).toEqual(['count']);
  });

  it('gets an instance of its class, a context and no this', async () => {
    let got: unknown[] = [];
    const spy = defineTool({
      name: 'count',
      description: 'Counts',
      parameters: CountArgs,
      execute: function (this: unknown, args, context) {
        got = [this, args, context.tool];
      },
    });
    const { executor } = await start(spy);
    await executor.execute(call);
    expect(got).toEqual([undefined, expect.any(CountArgs), 'count']);
  });

  it('takes no arguments where it names no class', async () => {
    const { executor } = await start(
      defineTool({ name: 'ping', description: 'Answers', readOnly: true, execute: () => 'pong' }),
    );
    expect(await executor.execute({ name: 'ping' })).toMatchObject({ output: 'pong' });
    expect((await executor.execute({ name: 'ping', arguments: { x: 1 } })).metadata.code).toBe(
      'invalid_arguments',
    );
    expect((await executor.list())[0]!.traits).toMatchObject({ readOnly: true, effects: 'pure' });
  });

  const wrong: [string, Partial<DefineToolOptions<never>>, string][] = [
    ['a name that providers refuse', { name: 'no spaces' }, 'the tool name "no spaces" must match'],
    ['no name', { name: undefined as never }, 'Set `name` in defineTool()'],
    ['no description', { description: ' ' }, 'set `description` in defineTool()'],
    [
      'arguments without their class',
      { parameters: undefined as never },
      "defineTool() doesn't name their class",
    ],
    [
      'traits that contradict',
      { readOnly: true, destructive: true },
      'a read-only tool cannot be destructive',
    ],
    ['an isolation without a runner', { isolation: 'sandbox' }, "no runner for isolation 'sandbox'"],
    ['parameters that are no class', { parameters: {} as never }, '`parameters` must be the class'],
  ];
  it.each(wrong)('fails the boot with %s', async (_what, options, problem) => {
    const tool = defineTool({
      name: 'count',
      description: 'Counts',
      parameters: CountArgs,
      execute: (_args: CountArgs) => 0,
      ...(options as object),
    });
    const boot = start(tool);
    await expect(boot).rejects.toThrow(ToolConfigurationError);
    await expect(boot).rejects.toThrow(problem);
  });

  it('fails the boot where another tool has its name', async () => {
    await expect(start(countTool('count'), countTool('count'))).rejects.toThrow(
      'Two tools are called "count": defineTool("count") and defineTool("count")',
    );
  });

  it.each([undefined, null, {}, { execute: 'run' }])('is not made of %p', (options) => {
    expect(() => defineTool(options as never)).toThrow(ToolConfigurationError);
  });

  it('cannot be changed, and prints without an end', () => {
    expect(Object.isFrozen(one)).toBe(true);
    expect(JSON.parse(JSON.stringify(one))).toMatchObject({ name: 'count' });
    expect(one.useValue).toBe(one);
  });

  it.each([undefined, null, 'count', {}, () => one, { name: 'count', execute: () => 0 }])(
    'is told from %p',
    (value) => {
      expect(DefinedTool.isInstance(value)).toBe(false);
    },
  );
});
