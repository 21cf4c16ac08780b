import { afterEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, type Provider } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { Test } from '@nestjs/testing';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolHandler } from '../../src/tool/tool-handler.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoArgs } from '../apps/echo-tools.js';

@Tool({ name: 'echo', description: 'Says it again', parameters: EchoArgs })
@Injectable()
class PrefixedEcho implements ToolHandler<EchoArgs> {
  constructor(@Inject('PREFIX') readonly prefix: string) {}

  execute({ text }: EchoArgs): string {
    return `${this.prefix}${text}`;
  }
}

const PREFIX: Provider = { provide: 'PREFIX', useValue: '> ' };
const make = (): PrefixedEcho => new PrefixedEcho('> ');
const call = { name: 'echo', arguments: { text: 'hi' } };

class RefundArgs {
  @IsInt()
  orderId!: number;
}

@Injectable()
class Orders {
  readonly refunded: number[] = [];

  @Tool({ description: 'Pays an order back' })
  refundOrder(args: RefundArgs): string {
    this.refunded.push(args.orderId);
    return `refunded ${args.orderId} as ${args.constructor.name}`;
  }
}

let booted: BootedModule;
afterEach(() => booted.app.close());

const start = async (...providers: Provider[]): Promise<ToolExecutorService> => {
  booted = await bootModule({ imports: [openRoot()], providers });
  return booted.executor;
};
const names = async (executor: ToolExecutorService): Promise<string[]> =>
  (await executor.list()).map(({ name }) => name);

describe('a class that is a tool', () => {
  it.each<[string, Provider[]]>([
    ['by its class', [PREFIX, PrefixedEcho]],
    ['by useClass', [PREFIX, { provide: 'ECHO', useClass: PrefixedEcho }]],
    ['by useValue', [{ provide: 'ECHO', useValue: make() }]],
    [
      'by a factory',
      [
        PREFIX,
        { provide: 'ECHO', useFactory: (prefix: string) => new PrefixedEcho(prefix), inject: ['PREFIX'] },
      ],
    ],
    ['by a factory that answers later', [{ provide: PrefixedEcho, useFactory: async () => make() }]],
    ['by an alias too, once', [PREFIX, PrefixedEcho, { provide: 'ALIAS', useExisting: PrefixedEcho }]],
    [
      'under a second token by a factory, once',
      [
        { provide: 'ALIAS', useFactory: (tool: PrefixedEcho) => tool, inject: [PrefixedEcho] },
        PREFIX,
        PrefixedEcho,
      ],
    ],
    [
      'as one value under two tokens, once',
      ((value) => [
        { provide: 'ONE', useValue: value },
        { provide: 'TWO', useValue: value },
      ])(make()),
    ],
  ])('is found where it is provided %s', async (_, providers) => {
    const executor = await start(...providers);
    expect(await names(executor)).toEqual(['echo']);
    expect(await executor.execute(call)).toMatchObject({ success: true, output: '> hi' });
  });

  it('is one tool, however many modules provide it', async () => {
    @Module({ providers: [PREFIX, PrefixedEcho] })
    class One {}
    @Module({ providers: [PREFIX, PrefixedEcho] })
    class Two {}
    booted = await bootModule({ imports: [openRoot(), One, Two] });
    expect(await names(booted.executor)).toEqual(['echo']);
  });

  it('is one tool where several modules list the same factory', async () => {
    const factory: Provider = { provide: PrefixedEcho, useFactory: make };
    @Module({ providers: [factory] })
    class One {}
    @Module({ providers: [factory] })
    class Two {}
    booted = await bootModule({ imports: [openRoot(), One, Two] });
    expect(await names(booted.executor)).toEqual(['echo']);
  });

  it('is switched off by a factory that gives nothing', async () => {
    const executor = await start({ provide: PrefixedEcho, useFactory: () => null });
    expect(await names(executor)).toEqual([]);
  });

  it.each<[string, (builder: ReturnType<typeof Test.createTestingModule>) => unknown]>([
    [
      'a plain value',
      (builder) => builder.overrideProvider(PrefixedEcho).useValue({ execute: () => 'stood in' }),
    ],
    [
      'a class of its own',
      (builder) =>
        builder.overrideProvider(PrefixedEcho).useClass(
          class {
            execute() {
              return 'stood in';
            }
          },
        ),
    ],
    [
      'a factory',
      (builder) =>
        builder.overrideProvider(PrefixedEcho).useFactory({ factory: () => ({ execute: () => 'stood in' }) }),
    ],
  ])('keeps its declaration when a test overrides it with %s', async (_, override) => {
    const builder = Test.createTestingModule({ imports: [openRoot()], providers: [PREFIX, PrefixedEcho] });
    override(builder);
    const app = await builder.compile();
    await app.init();
    booted = { app, executor: app.get(ToolExecutorService) };
    expect(await booted.executor.execute(call)).toMatchObject({ success: true, output: 'stood in' });
    expect(await booted.executor.execute({ name: 'echo' })).toMatchObject({
      metadata: { code: 'invalid_arguments' },
    });
  });

  it('may have its execute() in a field', async () => {
    @Tool({ name: 'ping', description: 'Answers', parameters: NoArguments })
    class Ping {
      readonly answer = 'pong';
      readonly execute = (): string => this.answer;
    }
    const executor = await start(Ping);
    expect(await executor.execute({ name: 'ping' })).toMatchObject({ output: 'pong' });
  });
});

describe('a method that is a tool', () => {
  it('takes its arguments from the type of its first parameter and its name from its own, in snake case', async () => {
    const executor = await start(Orders);
    expect(await names(executor)).toEqual(['refund_order']);
    expect(await executor.execute({ name: 'refund_order', arguments: { orderId: 7 } })).toMatchObject({
      output: 'refunded 7 as RefundArgs',
    });
    expect(await executor.execute({ name: 'refund_order', arguments: { orderId: 'x' } })).toMatchObject({
      metadata: { code: 'invalid_arguments' },
    });
    expect(booted.app.get(Orders).refunded).toEqual([7]);
  });

  it('runs on the instance that the rest of the application injects', async () => {
    @Injectable()
    class Books {
      constructor(readonly orders: Orders) {}
    }
    const executor = await start(Orders, Books);
    await executor.execute({ name: 'refund_order', arguments: { orderId: 8 } });
    expect(booted.app.get(Books).orders.refunded).toEqual([8]);
  });

  it('may be on a module class', async () => {
    @Module({})
    class Feature {
      @Tool({ description: 'Answers' })
      ping(): string {
        return 'pong';
      }
    }
    booted = await bootModule({ imports: [openRoot(), Feature] });
    expect(await booted.executor.execute({ name: 'ping' })).toMatchObject({ output: 'pong' });
  });
});

describe('an application', () => {
  it('boots without any tool', async () => {
    expect(await names(await start())).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a value without a prototype', Object.create(null)],
    [
      'a proxy that answers every key with a function',
      new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : () => {}) }),
    ],
    ['a value whose constructor is no class', { constructor: 'text' }],
    ['null', null],
    ['text', 'text'],
    ['a tool class as a value', PrefixedEcho],
  ])('boots with a provider that is %s, and takes it for no tool', async (_, value) => {
    expect(await names(await start({ provide: 'ODD', useValue: value }))).toEqual([]);
  });

  it('boots with a proxy that refuses every key but those that Nest itself reads', async () => {
    const read = new Set([
      'then',
      'constructor',
      'onModuleInit',
      'onApplicationBootstrap',
      'onModuleDestroy',
      'beforeApplicationShutdown',
      'onApplicationShutdown',
    ]);
    const strict = new Proxy(
      {},
      {
        get: (_, key) => {
          if (!read.has(String(key))) throw new Error(`unknown key ${String(key)}`);
        },
      },
    );
    const executor = await start(
      { provide: 'MADE', useFactory: () => strict },
      { provide: 'GIVEN', useValue: strict },
    );
    expect(await names(executor)).toEqual([]);
  });
});
