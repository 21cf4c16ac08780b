import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable, type Provider } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { ToolSource } from '../../src/discovery/tool-source.js';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { createToolBudget } from '../../src/tool/tool-budget.js';
import { defineTool, type DefinedTool } from '../../src/tool/defined-tool.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { CountArgs } from '../apps/defined-tools.js';
import { boot, type Booted } from '../support/boot.js';

let ran = 0;
const run = ({ n }: CountArgs): string => {
  ran += 1;
  return `counted ${n}`;
};
const options = { name: 'count', description: 'Counts', parameters: CountArgs, scopes: ['counting'] };
const defined = (): DefinedTool => defineTool({ ...options, execute: run });

@Tool(options)
@Injectable()
class CountClass {
  execute(args: CountArgs): string {
    return run(args);
  }
}
@Injectable()
class CountMethod {
  @Tool(options)
  count(args: CountArgs): string {
    return run(args);
  }
}
class CountSource extends ToolSource {
  private readonly tools = [defined()];
  list(): readonly DefinedTool[] {
    return this.tools;
  }
}
@Injectable()
class Caller {
  @Tool({ description: 'Calls count' })
  async relay(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    const { metadata, output } = await execute({ name: 'count', arguments: { n: 2 } });
    return metadata.code ?? output;
  }
}

/** Decides as the test says. */
class Switch extends ToolPermissionGuard {
  constructor(
    private readonly decision: ToolPermissionDecision,
    private readonly visible = true,
  ) {
    super();
  }
  decide({ tool }: { tool: { name: string } }): ToolPermissionDecision {
    return tool.name === 'count' ? this.decision : allow();
  }
  override isVisible(tool: { name: string }): boolean {
    return this.visible || tool.name !== 'count';
  }
}

interface Kind {
  readonly providers?: Provider[];
  readonly sources?: ToolSource[];
  readonly added?: boolean;
}
const kinds: [string, Kind][] = [
  ['a class', { providers: [CountClass] }],
  ['a method', { providers: [CountMethod] }],
  ['defineTool()', { providers: [defined()] }],
  ['ToolRegistry.add()', { added: true }],
  ['a source', { sources: [new CountSource()] }],
];

describe.each(kinds)('a tool of %s', (_name, { providers = [], sources, added }) => {
  let booted: Booted;
  afterEach(() => booted.app.close());

  const principal = { id: 'ada', scopes: ['counting'] };
  const start = async (guard = new Switch(allow())): Promise<void> => {
    ran = 0;
    booted = await boot([Caller, ...providers], { guards: [guard], ...(sources && { sources }) });
    if (added === true) await booted.app.get(ToolRegistry).add(defined());
  };
  const call = (args: unknown = { n: 1 }, context: ToolExecutionContext = { principal }) =>
    booted.executor.execute({ name: 'count', arguments: args }, context);

  it('runs, is recorded and traced', async () => {
    await start();
    const result = await call();
    expect(result).toMatchObject({ success: true, output: 'counted 1', metadata: { executed: true } });
    const journal = booted.app.get(ToolJournal);
    expect(await journal.list({ tenant: undefined, principalId: 'ada' })).toHaveLength(1);
    expect(booted.tracer.last.ends).toHaveLength(1);
    expect(booted.tracer.last.call.tool).toBe('count');
  });

  it.each<[string, Switch, unknown, ToolExecutionContext, string]>([
    ['is hidden by its guard', new Switch(allow(), false), { n: 1 }, { principal }, 'unknown_tool'],
    ['is hidden without its scope', new Switch(allow()), { n: 1 }, {}, 'unknown_tool'],
    ['is not offered', new Switch(allow()), { n: 1 }, { principal, tools: ['relay'] }, 'unknown_tool'],
    ['gets wrong arguments', new Switch(allow()), { n: 'x' }, { principal }, 'invalid_arguments'],
    ['gets unknown arguments', new Switch(allow()), { n: 1, m: 1 }, { principal }, 'invalid_arguments'],
    ['is denied', new Switch(deny('no')), { n: 1 }, { principal }, 'permission_denied'],
    ['is asked about', new Switch(ask('why')), { n: 1 }, { principal }, 'approval_required'],
    [
      'is beyond the budget',
      new Switch(allow()),
      { n: 1 },
      { principal, budget: createToolBudget({ total: 0 }) },
      'budget_exceeded',
    ],
    ['is cancelled', new Switch(allow()), { n: 1 }, { principal, signal: AbortSignal.abort() }, 'cancelled'],
  ])('does not run where it %s', async (_what, guard, args, context, code) => {
    await start(guard);
    expect((await call(args, context)).metadata).toMatchObject({ code, executed: false });
    expect(ran).toBe(0);
    expect(booted.tracer.last.ends).toHaveLength(1);
  });

  it('passes the gate again where a tool calls it', async () => {
    await start(new Switch(deny('no')));
    const relay = () => booted.executor.execute({ name: 'relay' }, { principal });
    expect((await relay()).output).toBe('permission_denied');
    expect(ran).toBe(0);
    await booted.app.close();
    await start();
    expect((await relay()).output).toBe('counted 2');
  });
});
