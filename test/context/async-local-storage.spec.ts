import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { IsInt } from 'class-validator';
import {
  allow,
  NoArguments,
  Tool,
  ToolExecutorModule,
  ToolExecutorService,
  ToolPermissionGuard,
  ToolTracer,
  type ToolContext,
  type ToolPermissionDecision,
  type ToolSpan,
} from 'nestjs-tool-executor';

const store = new AsyncLocalStorage<string>();

class ItemArgs {
  @IsInt()
  item!: number;
}

/** Asynchronous, so that the tool starts in a later turn than its caller. */
class SlowGuard extends ToolPermissionGuard {
  readonly seen: (string | undefined)[] = [];

  async decide(): Promise<ToolPermissionDecision> {
    await new Promise(setImmediate);
    this.seen.push(store.getStore());
    return allow();
  }
}

class StoreTracer extends ToolTracer {
  readonly seen: string[] = [];
  readonly late = Promise.withResolvers<string | undefined>();

  start(): ToolSpan {
    this.seen.push(`start ${store.getStore()}`);
    return {
      end: () => void this.seen.push(`end ${store.getStore()}`),
      late: () => this.late.resolve(store.getStore()),
    };
  }
}

@Injectable()
class Tools {
  readonly started = Promise.withResolvers<void>();
  readonly release = Promise.withResolvers<void>();
  readonly onAbort = Promise.withResolvers<string | undefined>();

  @Tool({ description: 'Says what is ambient' })
  async ambient(): Promise<unknown> {
    await new Promise(setImmediate);
    return store.getStore() ?? null;
  }

  @Tool({ description: 'Narrows what is ambient for itself and what it calls' })
  async narrow({ item }: ItemArgs, { execute }: ToolContext): Promise<unknown> {
    const inner = await store.run(`${store.getStore()}/${item}`, () => execute({ name: 'ambient' }));
    return { inner: inner.output, own: store.getStore() };
  }

  @Tool({ description: 'Reports' })
  async report(_: NoArguments, { progress }: ToolContext): Promise<void> {
    await new Promise(setImmediate);
    progress({ progress: 1 });
  }

  @Tool({ description: 'Ends long after its time', timeoutMs: 20 })
  async overdue(_: NoArguments, { signal }: ToolContext): Promise<unknown> {
    signal.addEventListener('abort', () => this.onAbort.resolve(store.getStore()));
    await this.release.promise;
    return store.getStore();
  }

  @Tool({ description: 'Waits for the end', timeoutMs: 30_000 })
  async patient(_: NoArguments, { signal }: ToolContext): Promise<unknown> {
    this.started.resolve();
    return new Promise((_resolve, reject) => {
      const stop = AsyncLocalStorage.bind(() => {
        this.onAbort.resolve(store.getStore());
        reject(signal.reason as Error);
      });
      signal.addEventListener('abort', stop);
    });
  }
}

describe('an AsyncLocalStorage of the application', () => {
  const guard = new SlowGuard();
  const tracer = new StoreTracer();
  let app: TestingModule;
  let executor: ToolExecutorService;
  let tools: Tools;

  beforeAll(async () => {
    const options = { guards: [guard], tracers: [tracer], stopGraceMs: 0 };
    app = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot(options)],
      providers: [Tools],
    }).compile();
    await app.init();
    executor = app.get(ToolExecutorService);
    tools = app.get(Tools);
  });
  afterAll(() => app.close());

  it('reaches guard, tool and tracer', async () => {
    guard.seen.length = tracer.seen.length = 0;
    const { output } = await store.run('ada', () => executor.execute({ name: 'ambient' }));
    expect([output, guard.seen, tracer.seen]).toEqual(['ada', ['ada'], ['start ada', 'end ada']]);
  });

  it('reaches a tool that a tool calls, as the outer one has narrowed it', async () => {
    const { output } = await store.run('ada', () =>
      executor.execute({ name: 'narrow', arguments: { item: 7 } }),
    );
    expect(output).toEqual({ inner: 'ada/7', own: 'ada' });
  });

  it('is never that of a sibling: batches, more calls than run at once, each narrowing its own', async () => {
    const items = Array.from({ length: 100 }, (_, item) => ({
      call: { name: 'narrow', arguments: { item } },
    }));
    const [ada, bob] = await Promise.all(
      ['ada', 'bob'].map((who) => store.run(who, () => executor.executeMany(items))),
    );
    const expected = (who: string) => items.map((_, item) => ({ inner: `${who}/${item}`, own: who }));
    expect(ada!.map(({ output }) => output)).toEqual(expected('ada'));
    expect(bob!.map(({ output }) => output)).toEqual(expected('bob'));
  });

  it('is there for the listener of progress', async () => {
    const seen = new Promise<string | undefined>((resolve) => {
      void store.run('ada', () =>
        executor.execute({ name: 'report' }, { onProgress: () => resolve(store.getStore()) }),
      );
    });
    expect(await seen).toBe('ada');
  });

  it('outlives a timeout: abort listener, caller, late work and its trace have their own', async () => {
    const { result, after } = await store.run('ada', async () => ({
      result: await executor.execute({ name: 'overdue' }),
      after: store.getStore(),
    }));
    expect(result.metadata).toMatchObject({ code: 'timeout', stopped: false });
    expect(after).toBe('ada');
    expect(await tools.onAbort.promise).toBe('ada');
    store.run('somebody else', () => tools.release.resolve());
    expect(await tracer.late.promise).toBe('ada');
  });

  it('is kept in an abort listener that is bound, also when somebody else cancels', async () => {
    const caller = new AbortController();
    const options = { stopGraceMs: 10_000, guards: [guard], tracers: [] };
    const patient = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot(options)],
      providers: [Tools],
    }).compile();
    await patient.init();
    const running = store.run('ada', () =>
      patient.get(ToolExecutorService).execute({ name: 'patient' }, { signal: caller.signal }),
    );
    await patient.get(Tools).started.promise;
    store.run('bob', () => caller.abort());
    expect((await running).metadata).toMatchObject({ code: 'cancelled', stopped: true });
    expect(await patient.get(Tools).onAbort.promise).toBe('ada');
    await patient.close();
  });
});
