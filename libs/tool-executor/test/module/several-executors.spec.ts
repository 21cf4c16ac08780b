import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';
import { provideToolset } from '../../src/discovery/provide-toolset.js';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolExecutorHealthIndicator } from '../../src/health/tool-executor.health-indicator.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from '../../src/permission/approval/tool-approvals.js';
import { allow, ToolPermissionGuard } from '../../src/permission/tool-permission-guard.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { AllowEverything } from '../support/boot.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';

@Injectable()
class RefundTools {
  private refunded = 0;

  @Tool({ description: 'Pays money back' })
  refund(): number {
    return ++this.refunded;
  }

  @Tool({ description: 'Calls another tool', readOnly: true })
  async ask(_args: NoArguments, { execute }: ToolContext): Promise<ToolResult> {
    return execute({ name: 'echo', arguments: { text: 'hi' } });
  }
}

/** What is in the modules that have an executor of their own. */
@Injectable()
class Agent {
  constructor(
    readonly executor: ToolExecutorService,
    readonly approvals: ToolApprovals,
  ) {}

  async names(): Promise<string[]> {
    return (await this.executor.list()).map(({ name }) => name);
  }
}
class SupportAgent extends Agent {}
class BillingAgent extends Agent {}

const support = ToolExecutorModule.forFeature([EchoTool], { toolset: 'support' });
const billing = ToolExecutorModule.forFeature([RefundTools], { toolset: 'billing' });

/** A module with an agent and the executor that it gets. */
function agentModule(
  agent: Type<Agent>,
  root?: DynamicModule,
  { providers = [], ...metadata }: ModuleMetadata = {},
): Type<unknown> {
  Injectable()(agent);
  Reflect.defineMetadata('design:paramtypes', [ToolExecutorService, ToolApprovals], agent);
  @Module({ imports: root === undefined ? [] : [root], ...metadata, providers: [agent, ...providers] })
  class AgentModule {}
  return AgentModule;
}

let booted: BootedModule | undefined;
afterEach(async () => {
  await booted?.app.close();
  booted = undefined;
});
const start = async (...imports: ModuleMetadata['imports'] & object): Promise<[Agent, Agent]> => {
  booted = await bootModule({ imports });
  return [booted.app.get(SupportAgent, { strict: false }), booted.app.get(BillingAgent, { strict: false })];
};
const own = (options: Parameters<typeof openRoot>[0]): DynamicModule =>
  openRoot({ isGlobal: false, ...options });
const echo = { name: 'echo', arguments: { text: 'hi' } };

describe('two executors in one application', () => {
  it('have their own options and the tools of their own toolsets', async () => {
    const [one, two] = await start(
      support,
      billing,
      agentModule(SupportAgent, own({ toolsets: ['support'], allow: [] })),
      agentModule(
        BillingAgent,
        ToolExecutorModule.forRoot({ isGlobal: false, toolsets: ['billing'], tracers: [] }),
      ),
    );
    expect([await one.names(), await two.names()]).toEqual([['echo'], ['ask', 'refund']]);
    expect(await one.executor.execute(echo)).toMatchObject({ output: 'hi' });
    expect(await two.executor.execute(echo)).toMatchObject({ metadata: { code: 'unknown_tool' } });
    expect(await one.executor.execute({ name: 'refund' })).toMatchObject({
      metadata: { code: 'unknown_tool' },
    });
    expect(await two.executor.execute({ name: 'refund' })).toMatchObject({
      metadata: { code: 'approval_required' },
    });
  });

  it('both have the tools of all modules where they name no toolsets', async () => {
    const [one, two] = await start(
      support,
      billing,
      agentModule(SupportAgent, own({})),
      agentModule(BillingAgent, own({})),
    );
    expect([await one.names(), await two.names()]).toEqual([
      ['ask', 'echo', 'refund'],
      ['ask', 'echo', 'refund'],
    ]);
  });

  it('keep the calls that a tool makes in the executor that runs it', async () => {
    const [one, two] = await start(
      support,
      billing,
      agentModule(SupportAgent, own({ toolsets: ['support', 'billing'] })),
      agentModule(BillingAgent, own({ toolsets: ['billing'] })),
    );
    expect(await one.executor.execute({ name: 'ask' })).toMatchObject({ output: { output: 'hi' } });
    expect(await two.executor.execute({ name: 'ask' })).toMatchObject({
      output: { metadata: { code: 'unknown_tool' } },
    });
  });

  it('each run the instance of their own toolset where a class is in two', async () => {
    const [one, two] = await start(
      billing,
      ToolExecutorModule.forFeature([RefundTools], { toolset: 'chargebacks' }),
      agentModule(SupportAgent, own({ toolsets: ['chargebacks'] })),
      agentModule(BillingAgent, own({ toolsets: ['billing'] })),
    );
    const refund = async ({ executor }: Agent): Promise<unknown> =>
      (await executor.execute({ name: 'refund' })).output;
    expect([await refund(one), await refund(one), await refund(two)]).toEqual([1, 2, 1]);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('share approvals only where they are given the same store: %s', async (shares, seenByTheOther) => {
    const store = new InMemoryApprovalStore();
    const root = (): DynamicModule =>
      ToolExecutorModule.forRoot({
        isGlobal: false,
        tracers: [],
        approvals: shares ? { store, allowSelfApproval: true } : { allowSelfApproval: true },
      });
    const [one, two] = await start(
      billing,
      agentModule(SupportAgent, root()),
      agentModule(BillingAgent, root()),
    );
    const principal = { id: 'ada' };
    await one.executor.execute({ name: 'refund' }, { principal });
    expect(await one.approvals.list(principal)).toHaveLength(1);
    expect(await two.approvals.list(principal)).toHaveLength(seenByTheOther);
  });

  it('are both closed with the application', async () => {
    const [one, two] = await start(
      support,
      agentModule(SupportAgent, own({})),
      agentModule(BillingAgent, own({})),
    );
    await booted!.app.close();
    for (const { executor } of [one, two]) {
      expect(await executor.execute(echo)).toMatchObject({ metadata: { code: 'unavailable' } });
    }
  });

  it('are both reached by overrideProvider()', async () => {
    class Stand extends ToolPermissionGuard {
      decide() {
        return allow();
      }
    }
    const app = await Test.createTestingModule({
      imports: [
        billing,
        agentModule(SupportAgent, ToolExecutorModule.forRoot({ isGlobal: false, tracers: [] })),
        agentModule(BillingAgent, ToolExecutorModule.forRoot({ isGlobal: false, tracers: [] })),
      ],
    })
      .overrideProvider(ToolPermissionGuard)
      .useClass(Stand)
      .compile();
    await app.init();
    for (const agent of [SupportAgent, BillingAgent]) {
      const { executor } = app.get<Agent>(agent, { strict: false });
      expect(await executor.execute({ name: 'refund' })).toMatchObject({ success: true });
    }
    await app.close();
  });

  it('each have a health check in the module that imports them', async () => {
    const withHealth = (agent: Type<Agent>, toolset: string): Type<unknown> => {
      const metadata = { imports: [TerminusModule, own({ toolsets: [toolset] })] };
      const alias = { provide: `${toolset}Health`, useExisting: ToolExecutorHealthIndicator };
      return agentModule(agent, undefined, { ...metadata, providers: [ToolExecutorHealthIndicator, alias] });
    };
    await start(support, billing, withHealth(SupportAgent, 'support'), withHealth(BillingAgent, 'billing'));
    const check = (token: string) =>
      booted!.app.get<ToolExecutorHealthIndicator>(token, { strict: false }).check();
    expect(await check('supportHealth')).toMatchObject({ tool_executor: { status: 'up', tools: 1 } });
    expect(await check('billingHealth')).toMatchObject({ tool_executor: { status: 'up', tools: 2 } });
  });
});

describe('the global executor', () => {
  it.each<[string, () => DynamicModule]>([
    ['different options', () => ToolExecutorModule.forRoot({ timeoutMs: 1_000 })],
    ['the same options', () => ToolExecutorModule.forRoot()],
    ['options that come later', () => ToolExecutorModule.forRootAsync({ useFactory: () => ({}) })],
  ])('is one: the boot fails for a second forRoot() with %s', async (_, second) => {
    @Module({ imports: [second()] })
    class Feature {}
    const app = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot(), Feature],
    }).compile();
    await expect(app.init()).rejects.toThrow(
      'ToolExecutorModule.forRoot() is called 2 times for the whole application, and each call makes an executor of its own. ' +
        'Call it once, in the root module; for several executors, set `isGlobal: false` and import each where it is injected.',
    );
  });

  it('may be imported by several modules as one value', async () => {
    const root = ToolExecutorModule.forRoot({ guards: [new AllowEverything()], tracers: [] });
    const [one, two] = await start(support, agentModule(SupportAgent, root), agentModule(BillingAgent, root));
    expect(one.executor).toBe(two.executor);
    expect(booted!.app.select(root).get(ToolExecutorService, { strict: true })).toBe(one.executor);
  });

  it('gives way to the one that a module imports itself', async () => {
    const [one, two] = await start(
      support,
      billing,
      openRoot({ toolsets: ['billing'] }),
      agentModule(SupportAgent, own({ toolsets: ['support'] })),
      agentModule(BillingAgent),
    );
    expect([await one.names(), await two.names()]).toEqual([['echo'], ['ask', 'refund']]);
  });
});

describe('toolsets', () => {
  it('may be none, which leaves what is added and what sources have', async () => {
    booted = await bootModule({ imports: [support, openRoot({ toolsets: [] })], providers: [RefundTools] });
    expect(await booted.executor.list()).toEqual([]);
  });

  it('leave tools out that have none', async () => {
    booted = await bootModule({
      imports: [support, openRoot({ toolsets: ['support'] })],
      providers: [RefundTools],
    });
    expect((await booted.executor.list()).map(({ name }) => name)).toEqual(['echo']);
  });

  it('may be given to a module that lists its tools itself', async () => {
    @Module({ providers: [provideToolset('money'), RefundTools] })
    class MoneyModule {}
    booted = await bootModule({ imports: [support, MoneyModule, openRoot({ toolsets: ['money'] })] });
    expect((await booted.executor.list()).map(({ name, toolset }) => [name, toolset])).toEqual([
      ['ask', 'money'],
      ['refund', 'money'],
    ]);
  });

  it.each([
    ['suport', '`toolsets` names "suport", which no module has; did you mean "support".'],
    ['x', '`toolsets` names "x", which no module has; give it to one: forFeature([…], { toolset: "x" }).'],
  ])('fail the boot where no module has %j', async (toolset, message) => {
    await expect(bootModule({ imports: [support, openRoot({ toolsets: [toolset] })] })).rejects.toThrow(
      `ToolExecutorModule.forRoot(): ${message}`,
    );
  });

  it('fail the boot where they are no array of text', async () => {
    await expect(bootModule({ imports: [openRoot({ toolsets: 'support' as never })] })).rejects.toThrow(
      'ToolExecutorModule.forRoot(): `toolsets` is not an array of text; give an array, also for a single one.',
    );
  });
});
