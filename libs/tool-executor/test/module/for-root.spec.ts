import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { DefaultPermissionGuard } from '../../src/permission/default.permission-guard.js';
import { ToolPermissionGuard } from '../../src/permission/tool-permission-guard.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { AllowEverything } from '../support/boot.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';

const call = { name: 'echo', arguments: { text: 'hi' } };

@Injectable()
class Settings {
  readonly unauthorised = 'deny';
}

@Module({ providers: [Settings], exports: [Settings] })
class SettingsModule {}

@Injectable()
class OptionsFactory {
  createToolExecutorOptions(): ToolExecutorOptions {
    return { guards: [new AllowEverything()], maxOutputChars: 123 };
  }
}

@Module({ providers: [OptionsFactory], exports: [OptionsFactory] })
class OptionsModule {}

let booted: BootedModule | undefined;
afterEach(async () => {
  await booted?.app.close();
  booted = undefined;
});
const start = async (metadata: ModuleMetadata): Promise<BootedModule> =>
  (booted = await bootModule(metadata));

describe('the module', () => {
  it.each<[string, () => DynamicModule, Partial<ToolExecutorOptions>]>([
    [
      'forRoot() without options',
      () => ToolExecutorModule.forRoot(),
      { maxOutputChars: 100_000, unauthorised: 'hide' },
    ],
    [
      'forRoot() with options',
      () => ToolExecutorModule.forRoot({ maxOutputChars: 123 }),
      { maxOutputChars: 123, timeoutMs: 30_000 },
    ],
    [
      'forRoot() with options that are undefined',
      () =>
        ToolExecutorModule.forRoot({
          maxOutputChars: undefined,
          approvals: { expiresAfterMs: undefined },
        } as never),
      { maxOutputChars: 100_000 },
    ],
    [
      'forRootAsync() with a factory that injects',
      () =>
        ToolExecutorModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: async ({ unauthorised }: Settings) => ({ unauthorised }) as const,
        }),
      { unauthorised: 'deny' },
    ],
    [
      'forRootAsync() with a class',
      () => ToolExecutorModule.forRootAsync({ useClass: OptionsFactory }),
      { maxOutputChars: 123 },
    ],
    [
      'forRootAsync() with an existing provider',
      () => ToolExecutorModule.forRootAsync({ imports: [OptionsModule], useExisting: OptionsFactory }),
      { maxOutputChars: 123 },
    ],
  ])('boots by %s, and fills in the defaults', async (_, root, expected) => {
    const { app, executor } = await start({ imports: [root()], providers: [EchoTool] });
    expect(await executor.execute(call)).toMatchObject({ success: true, output: 'hi' });
    expect(Reflect.get(executor, 'options')).toMatchObject(expected);
    expect(app.get(ToolRegistry).get('echo')?.maxOutputChars).toBe(expected.maxOutputChars ?? 100_000);
  });

  it('is global, so that any module may inject the executor', async () => {
    @Injectable()
    class Agent {
      constructor(readonly executor: ToolExecutorService) {}
    }
    @Module({ providers: [Agent] })
    class AgentModule {}
    const { app, executor } = await start({ imports: [openRoot(), AgentModule] });
    expect(app.get(Agent, { strict: false }).executor).toBe(executor);
  });

  it('stays in its own module with isGlobal: false', async () => {
    @Injectable()
    class Agent {
      constructor(readonly executor: ToolExecutorService) {}
    }
    @Module({ providers: [Agent] })
    class AgentModule {}
    await expect(start({ imports: [openRoot({ isGlobal: false }), AgentModule] })).rejects.toThrow(
      /can't resolve dependencies of the Agent/,
    );
    await start({
      imports: [ToolExecutorModule.forRootAsync({ isGlobal: false, useFactory: () => ({}) })],
      providers: [Agent],
    });
  });

  it('has its tools ready when the application bootstraps', async () => {
    @Injectable()
    class Agent {
      readonly names: string[] = [];
      constructor(private readonly executor: ToolExecutorService) {}
      async onApplicationBootstrap(): Promise<void> {
        this.names.push(...(await this.executor.list()).map(({ name }) => name));
      }
    }
    const { app } = await start({ imports: [openRoot()], providers: [Agent, EchoTool] });
    expect(app.get(Agent).names).toEqual(['echo']);
  });

  it('runs nothing before it has booted', async () => {
    const app = await Test.createTestingModule({ imports: [openRoot()], providers: [EchoTool] }).compile();
    const executor = app.get(ToolExecutorService);
    booted = { app, executor };
    expect(app.get(ToolRegistry).isBuilt).toBe(false);
    expect(await executor.execute(call)).toMatchObject({
      metadata: { code: 'unknown_tool', executed: false },
    });
  });

  it('lets a test override the guard', async () => {
    class DenyEverything extends ToolPermissionGuard {
      decide() {
        return { decision: 'deny', reason: 'overridden' } as const;
      }
    }
    const app = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot({ tracers: [] })],
      providers: [EchoTool],
    })
      .overrideProvider(ToolPermissionGuard)
      .useClass(DenyEverything)
      .compile();
    await app.init();
    booted = { app, executor: app.get(ToolExecutorService) };
    expect((await booted.executor.execute(call)).error).toBe('permission denied: overridden');
  });

  it('may be imported by its plain class beside forRoot(), and asks each guard once all the same', async () => {
    let asked = 0;
    class Counting extends DefaultPermissionGuard {
      override decide(...args: Parameters<DefaultPermissionGuard['decide']>) {
        asked++;
        return super.decide(...args);
      }
    }
    @Module({ imports: [ToolExecutorModule] })
    class Feature {}
    const { executor } = await start({
      imports: [Feature, openRoot({ guards: [new Counting()] })],
      providers: [EchoTool],
    });
    expect(await executor.execute(call)).toMatchObject({ success: true });
    expect(asked).toBe(1);
  });

  it.each<[string, ModuleMetadata]>([
    ['the plain class', { imports: [ToolExecutorModule] }],
    ['forFeature()', { imports: [ToolExecutorModule.forFeature([EchoTool])] }],
  ])('fails at boot where %s is imported without forRoot()', async (_, metadata) => {
    const app = await Test.createTestingModule(metadata).compile();
    await expect(app.init()).rejects.toThrow(
      'ToolExecutorModule is imported without forRoot(): add `ToolExecutorModule.forRoot()` to the imports of the root module.',
    );
  });
});

describe('list()', () => {
  it('is sorted by name, whatever the order of the providers', async () => {
    const { executor } = await start({
      imports: [openRoot()],
      providers: makeTools(['b_tool', 'a_tool', 'B_tool', 'c_tool']),
    });
    expect((await executor.list()).map(({ name }) => name)).toEqual(['B_tool', 'a_tool', 'b_tool', 'c_tool']);
  });
});

function makeTools(names: readonly string[]): Type<unknown>[] {
  return names.map((name) => {
    @Tool({ name, description: 'Answers', parameters: NoArguments })
    class Made {
      execute(): string {
        return name;
      }
    }
    return Made;
  });
}
