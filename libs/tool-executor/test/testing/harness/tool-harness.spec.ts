import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { Tool } from '../../../src/discovery/tool.decorator.js';
import { ToolJournal } from '../../../src/journal/tool-journal.js';
import { DefaultPermissionGuard } from '../../../src/permission/default.permission-guard.js';
import { RecordingRunner } from '../../../src/testing/fakes/recording-runner.js';
import { toolHarness, type ToolHarness } from '../../../src/testing/harness/tool-harness.js';
import type { ToolHarnessOptions } from '../../../src/testing/harness/tool-harness.options.js';
import { defineTool } from '../../../src/tool/defined-tool.js';
import { ToolExecutorService } from '../../../src/tool-executor.service.js';
import { CountTool, GreetTool, Ledger, Payments } from '../sample-tools.js';

const alice = { id: 'alice', tenant: 'acme' };
const made: ToolHarness[] = [];

function harness(...given: Parameters<typeof toolHarness>): ToolHarness {
  const one = toolHarness(...given);
  made.push(one);
  return one;
}

afterEach(() => Promise.all(made.splice(0).map((each) => each.close())));

describe('toolHarness().call()', () => {
  it('calls the one tool of a class, with an object', async () => {
    const result = await harness(GreetTool).as(alice).call({ name: 'Bob' });
    expect(result).toMatchObject({ success: true, output: { greeting: 'Hello Bob', from: 'alice' } });
  });

  it('calls the one tool of a class, with JSON text', async () => {
    expect(await harness(GreetTool).call('{"name":"Bob"}')).toMatchObject({ success: true });
    expect(await harness(GreetTool).call('greet')).toMatchObject({ metadata: { code: 'invalid_arguments' } });
  });

  it('calls one tool of several by its name, with and without arguments', async () => {
    const payments = harness(Payments, { providers: [Ledger] });
    expect(await payments.call('pay', { amount: 3 })).toMatchObject({ output: 7 });
    expect(await payments.call('tell_balance')).toMatchObject({ output: 7 });
  });

  it('calls a tool that defineTool() has made', async () => {
    const two = defineTool({ name: 'two', description: 'Is two.', execute: () => 2 });
    expect(await harness(two).call()).toMatchObject({ success: true, output: 2 });
    expect(await harness([two, GreetTool]).call('two')).toMatchObject({ success: true, output: 2 });
  });

  it('rejects arguments without a name where there are several tools, and names them', async () => {
    const both = harness([GreetTool, CountTool]);
    await expect(both.call({ name: 'Bob' })).rejects.toThrow(/exactly one tool, and there is count, greet/);
  });

  it('gives a failure, and does not throw, for what the call itself comes to', async () => {
    const greet = harness(GreetTool);
    expect(await greet.call({ name: 1 })).toMatchObject({ metadata: { code: 'invalid_arguments' } });
    expect(await greet.call('no_such_tool', {})).toMatchObject({ metadata: { code: 'unknown_tool' } });
  });
});

describe('toolHarness() and permission', () => {
  it('allows everything unless told otherwise, scopes included', async () => {
    expect(await harness(CountTool).call()).toMatchObject({ success: true });
    expect(await harness(GreetTool).list()).toHaveLength(1);
  });

  const asking: Record<string, ToolHarnessOptions> = {
    guards: { options: { guards: [new DefaultPermissionGuard()] } },
    allow: { options: { allow: ['greet'] } },
    unauthorised: { options: { unauthorised: 'deny' } },
    'allowAll: false': { allowAll: false },
  };
  it.each(Object.entries(asking))('asks the guards where the options have %s', async (_, options) => {
    expect(await harness(CountTool, options).call()).toMatchObject({
      metadata: { code: 'approval_required' },
    });
  });

  it('counts scopes where the guards are asked', async () => {
    const greet = harness(GreetTool, { options: { allow: ['greet'] } });
    expect(await greet.list()).toEqual([]);
    const scoped = greet.as({ id: 'alice', scopes: ['greet'] });
    expect(await scoped.call({ name: 'Bob' })).toMatchObject({ success: true });
  });

  it('throws where allowAll and the options contradict one another', () => {
    expect(() => toolHarness(CountTool, { allowAll: true, options: { allow: ['count'] } })).toThrow(
      /`options.allow` would do nothing/,
    );
  });
});

describe('toolHarness().approve()', () => {
  it('decides for another principal of the tenant and sends the same call again', async () => {
    const greet = harness(GreetTool, { options: { guards: [new DefaultPermissionGuard()] } }).as({
      ...alice,
      scopes: ['greet'],
    });
    const asked = await greet.call({ name: 'Bob' });
    expect(await greet.approve(asked)).toMatchObject({
      success: true,
      output: { greeting: 'Hello Bob', from: 'alice' },
    });
  });

  it('rejects a decision that is not accepted, and says why', async () => {
    const count = harness(CountTool, { allowAll: false });
    const asked = await count.as(alice).call();
    await expect(count.approve(asked, alice)).rejects.toThrow(/"alice" was not accepted: self_approval/);
    await expect(count.approve(asked, { id: 'bob', tenant: 'umbrella' })).rejects.toThrow(/not_found/);
  });

  it('rejects a result that waits for nobody, or comes from elsewhere', async () => {
    const count = harness(CountTool);
    await expect(count.approve(await count.call())).rejects.toThrow(/to fail with approval_required/);
    const asked = await harness(CountTool, { allowAll: false }).call();
    await expect(count.approve(asked)).rejects.toThrow(/is not of this harness/);
  });
});

describe('toolHarness().as() and .with()', () => {
  it('give a harness of the same application, and leave the first one as it was', async () => {
    const count = harness(CountTool);
    expect(await count.call()).toMatchObject({ output: 1 });
    const traced = count.as(alice).with({ traceId: 'a'.repeat(32), attempt: 2 });
    expect(await traced.call()).toMatchObject({
      output: 2,
      metadata: { traceId: 'a'.repeat(32), attempt: 2 },
    });
    expect(await count.call()).toMatchObject({ output: 3, metadata: { attempt: 1 } });
    const journal = await count.get(ToolJournal);
    expect(await journal.list({ tenant: 'acme', principalId: 'alice' })).toHaveLength(1);
  });
});

describe('toolHarness() and the application', () => {
  it('boots once, at the first call', async () => {
    let boots = 0;
    const providers = [{ provide: 'boot', useFactory: () => (boots += 1) }];
    const count = harness(CountTool, { providers });
    expect(boots).toBe(0);
    await Promise.all([count.call(), count.as(alice).call(), count.list()]);
    expect(boots).toBe(1);
  });

  it('rejects each call with what the boot throws', async () => {
    const broken = harness(Payments);
    await expect(broken.call('pay', { amount: 1 })).rejects.toThrow(/Ledger/);
    await expect(broken.list()).rejects.toThrow(/Ledger/);
  });

  it('takes what tools inject from providers and from modules', async () => {
    @Module({ providers: [Ledger], exports: [Ledger] })
    class LedgerModule {}
    expect(await harness(Payments, { imports: [LedgerModule] }).call('tell_balance')).toMatchObject({
      output: 10,
    });
  });

  it('runs tools with the given runner', async () => {
    const runner = new RecordingRunner();
    expect(await harness(CountTool, { runner }).call()).toMatchObject({ success: true });
    expect(runner.runs).toHaveLength(1);
  });

  it('hands out the executor', async () => {
    const executor = await harness(CountTool).executor();
    expect(executor).toBeInstanceOf(ToolExecutorService);
    expect(await executor.execute({ name: 'count' })).toMatchObject({ success: true });
  });

  it('closes the application once, for all that share it, and takes no call afterwards', async () => {
    let closes = 0;
    @Tool({ name: 'open', description: 'Holds something open.' })
    @Injectable()
    class OpenTool implements OnModuleDestroy {
      execute(): void {}
      onModuleDestroy(): void {
        closes += 1;
      }
    }
    const open = harness(OpenTool);
    await open.call();
    await open.as(alice)[Symbol.asyncDispose]();
    await open.close();
    expect(closes).toBe(1);
    await expect(open.call()).rejects.toThrow(/closed/);
  });

  it('closes what has not booted, and what failed to', async () => {
    await expect(harness(CountTool).close()).resolves.toBeUndefined();
    const broken = harness(Payments);
    await broken.list().catch(() => {});
    await expect(broken.close()).resolves.toBeUndefined();
  });

  it.each([[[]], [['greet']], [undefined]])('throws for %j, which is no class', (tools) => {
    expect(() => toolHarness(tools as never)).toThrow(/takes a class/);
  });
});
