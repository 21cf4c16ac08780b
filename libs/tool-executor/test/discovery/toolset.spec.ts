import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';

@Injectable()
class Ledger {
  readonly balance = 42;
}

@Module({ providers: [Ledger], exports: [Ledger] })
class LedgerModule {}

@Injectable()
class BillingTools {
  constructor(private readonly ledger: Ledger) {}

  @Tool({ description: 'Tells the balance', readOnly: true })
  readBalance(): number {
    return this.ledger.balance;
  }
}

let booted: BootedModule;
afterEach(() => booted.app.close());

describe('forFeature()', () => {
  it('provides tools that inject what their own module imports, and names their toolset', async () => {
    @Module({
      imports: [
        ToolExecutorModule.forFeature([BillingTools], { toolset: 'billing', imports: [LedgerModule] }),
      ],
    })
    class BillingModule {}
    booted = await bootModule({ imports: [openRoot(), BillingModule], providers: [EchoTool] });
    const tools = await booted.executor.list();
    expect(tools.map(({ name, toolset }) => [name, toolset])).toEqual([
      ['echo', undefined],
      ['read_balance', 'billing'],
    ]);
    expect(await booted.executor.execute({ name: 'read_balance' })).toMatchObject({ output: 42 });
  });

  it('keeps the toolsets of several features apart', async () => {
    booted = await bootModule({
      imports: [
        openRoot(),
        ToolExecutorModule.forFeature([BillingTools], { toolset: 'billing', imports: [LedgerModule] }),
        ToolExecutorModule.forFeature([EchoTool], { toolset: 'talking' }),
      ],
    });
    expect((await booted.executor.list()).map(({ toolset }) => toolset)).toEqual(['talking', 'billing']);
  });

  it('exports its tools to the module that imports it', async () => {
    @Injectable()
    class Reporter {
      constructor(readonly tools: BillingTools) {}
    }
    booted = await bootModule({
      imports: [openRoot(), ToolExecutorModule.forFeature([BillingTools], { imports: [LedgerModule] })],
      providers: [Reporter],
    });
    expect(booted.app.get(Reporter).tools.readBalance()).toBe(42);
  });

  it('finds a root that is not global', async () => {
    booted = await bootModule({
      imports: [openRoot({ isGlobal: false }), ToolExecutorModule.forFeature([EchoTool])],
    });
    expect((await booted.executor.list()).map(({ name }) => name)).toEqual(['echo']);
  });
});
