import { afterEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope, type ModuleMetadata, type Type } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { ApprovalListener } from '../../src/permission/approval/approval-listener.js';
import type { ToolApproval } from '../../src/permission/approval/tool-approval.js';
import {
  allow,
  ask,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { ScopePermissionGuard } from '../../src/permission/scope.permission-guard.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { ToolTracer, type ToolSpan } from '../../src/tracing/tool-tracer.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';

@Injectable()
class Diary {
  readonly entries: string[] = [];
}

@Injectable()
class DiaryGuard extends ToolPermissionGuard {
  constructor(private readonly diary: Diary) {
    super();
  }
  decide({ tool }: GuardedCall): ToolPermissionDecision {
    this.diary.entries.push(`decided ${tool.name}`);
    return ask('the diary wants to know');
  }
}

@Injectable()
class DiaryTracer extends ToolTracer {
  constructor(private readonly diary: Diary) {
    super();
  }
  start(): ToolSpan {
    return { end: () => void this.diary.entries.push('traced') };
  }
}

@Injectable()
class DiaryListener extends ApprovalListener {
  constructor(private readonly diary: Diary) {
    super();
  }
  requested({ tool }: ToolApproval): void {
    this.diary.entries.push(`requested ${tool}`);
  }
  decided(): void {}
}

/** A module that the executor's module doesn't import and that exports nothing. */
@Module({ providers: [Diary, DiaryGuard, DiaryTracer, DiaryListener] })
class DiaryModule {}

@Injectable({ scope: Scope.REQUEST })
class RequestGuard extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return allow();
  }
}

@Injectable()
class BubbledGuard extends RequestGuard {
  constructor(@Inject(REQUEST) readonly request: unknown) {
    super();
  }
}

@Injectable({ scope: Scope.TRANSIENT })
class TransientTracer extends ToolTracer {
  start(): ToolSpan {
    return { end: () => {} };
  }
}

let booted: BootedModule | undefined;
afterEach(async () => {
  await booted?.app.close();
  booted = undefined;
});
const start = async (metadata: ModuleMetadata): Promise<BootedModule> =>
  (booted = await bootModule(metadata));
const call = { name: 'echo', arguments: { text: 'hi' } };

describe('a port given as a class', () => {
  it('is the provider of the application, wherever it is, with its own dependencies', async () => {
    const { app, executor } = await start({
      imports: [
        ToolExecutorModule.forRoot({
          guards: [DiaryGuard],
          tracers: [DiaryTracer],
          approvals: { listeners: [DiaryListener] },
        }),
        DiaryModule,
      ],
      providers: [EchoTool],
    });
    expect(await executor.execute(call)).toMatchObject({ metadata: { code: 'approval_required' } });
    expect(app.get(Diary, { strict: false }).entries).toEqual(['decided echo', 'requested echo', 'traced']);
  });

  it('is created by the module where nobody provides it, with what forRootAsync() imports', async () => {
    const diary = new Diary();
    @Module({ providers: [{ provide: Diary, useValue: diary }], exports: [Diary] })
    class SharedDiary {}
    const { executor } = await start({
      imports: [
        ToolExecutorModule.forRootAsync({
          imports: [SharedDiary],
          useFactory: () => ({ guards: [DiaryGuard], tracers: [] }),
        }),
      ],
      providers: [EchoTool],
    });
    await executor.execute(call);
    expect(diary.entries).toEqual(['decided echo']);
  });

  it('may have "scope" in its name', async () => {
    const { executor } = await start({
      imports: [openRoot({ guards: [ScopePermissionGuard] })],
      providers: [EchoTool],
    });
    expect(await executor.execute(call)).toMatchObject({ success: true });
  });

  it('fails at boot where it cannot be created, naming the option, the class and the remedy', async () => {
    const message = await failure({ guards: [DiaryGuard] });
    expect(message).toMatch(/^forRoot\(\{ guards \}\): DiaryGuard could not be created: .*Diary/s);
    expect(message).toContain('Provide it in a module of the application, or pass an instance.');
  });

  it.each<[string, string, object, Type<unknown>[]]>([
    ['a request-scoped guard that is a provider', 'RequestGuard', { guards: [RequestGuard] }, [RequestGuard]],
    ['a request-scoped guard that is none', 'RequestGuard', { guards: [RequestGuard] }, []],
    [
      'a guard that depends on something request-scoped',
      'BubbledGuard',
      { guards: [BubbledGuard] },
      [BubbledGuard],
    ],
    ['a transient tracer', 'TransientTracer', { tracers: [TransientTracer] }, [TransientTracer]],
    ['a transient tracer that is no provider', 'TransientTracer', { tracers: [TransientTracer] }, []],
  ])('fails at boot for %s', async (_, name, options, providers) => {
    const message = await failure(options, providers);
    expect(message).toContain(
      `${name} is request-scoped or transient, and lives as long as the application here`,
    );
    expect(message).toContain('Make it a singleton and read what varies from the context of the call.');
  });
});

async function failure(options: object, providers: Type<unknown>[] = []): Promise<string> {
  const error: unknown = await start({ imports: [ToolExecutorModule.forRoot(options)], providers }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
}
