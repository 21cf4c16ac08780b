import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsInt } from 'class-validator';
import fc from 'fast-check';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { createToolBudget, ToolBudget } from '../../src/tool/tool-budget.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { boot, type Booted } from '../support/boot.js';

class Args {
  @IsInt()
  n = 1;
}

@Injectable()
class Tools {
  ran = 0;

  @Tool({ description: 'Works' })
  async work(_args: Args): Promise<void> {
    this.ran += 1;
    await new Promise(setImmediate);
  }
  @Tool({ description: 'Fails' })
  fail(_args: Args): void {
    throw new Error('broken');
  }
  @Tool({ description: 'Calls work n times' })
  async relay({ n }: Args, { execute }: ToolContext): Promise<unknown> {
    const calls = Array.from({ length: n }, () => execute({ name: 'work' }));
    return (await Promise.all(calls)).map(({ metadata }) => metadata.code ?? 'done');
  }
  @Tool({ description: 'Is denied' })
  denied(): void {}
  @Tool({ description: 'Is asked about' })
  asked(): void {}
}

class ByName extends ToolPermissionGuard {
  readonly decided: string[] = [];
  async decide({ tool }: GuardedCall): Promise<ToolPermissionDecision> {
    this.decided.push(tool.name);
    await new Promise(setImmediate);
    return tool.name === 'denied' ? deny('no') : tool.name === 'asked' ? ask('why') : allow();
  }
}

let booted: Booted;
let guard: ByName;
beforeEach(async () => {
  guard = new ByName();
  booted = await boot([Tools], { guards: [guard] });
});
afterEach(() => booted.app.close());

const call = (name: string, budget: ToolBudget, args: unknown = {}, context: object = {}) =>
  booted.executor.execute({ name, arguments: args }, { budget, ...context });
const codes = async (names: readonly string[], budget: ToolBudget): Promise<string[]> => {
  const found: string[] = [];
  for (const name of names) found.push((await call(name, budget)).metadata.code ?? 'done');
  return found;
};

describe('a call budget', () => {
  it('refuses the call beyond it, in words for a model, and asks nobody any more', async () => {
    const budget = createToolBudget({ total: 2 });
    expect(await codes(['work', 'work'], budget)).toEqual(['done', 'done']);
    expect(budget.isExhausted).toBe(true);
    guard.decided.length = 0;
    expect(await call('work', budget)).toMatchObject({
      success: false,
      error: 'the call budget is exceeded: all 2 calls are used up',
      metadata: { code: 'budget_exceeded', executed: false, retryable: false },
    });
    expect(guard.decided).toEqual([]);
    expect([budget.used, budget.usedBy('work'), booted.app.get(Tools).ran]).toEqual([2, 2, 2]);
  });

  it.each([
    [{ perTool: 1 }, ['done', 'budget_exceeded', 'done', 'budget_exceeded']],
    [{ perTool: { work: 1 } }, ['done', 'budget_exceeded', 'done', 'done']],
    [{ perTool: { relay: 0 } }, ['done', 'done', 'budget_exceeded', 'budget_exceeded']],
    [{ perTool: { constructor: 0 } }, ['done', 'done', 'done', 'done']],
    [{ total: 3, perTool: 1 }, ['done', 'budget_exceeded', 'done', 'budget_exceeded']],
    [{}, ['done', 'done', 'done', 'done']],
  ])('counts each tool by itself: %j', async (limits, expected) => {
    const budget = createToolBudget(limits);
    // `relay` with n = 0 calls nothing.
    const results = [
      await call('work', budget),
      await call('work', budget),
      await call('relay', budget, { n: 0 }),
      await call('relay', budget, { n: 0 }),
    ];
    expect(results.map(({ metadata }) => metadata.code ?? 'done')).toEqual(expected);
  });

  it('takes nothing for what it refuses', async () => {
    const budget = createToolBudget({ total: 5, perTool: 1 });
    await codes(['work', 'work', 'work'], budget);
    expect([budget.used, budget.usedBy('work')]).toEqual([1, 1]);
  });

  it('counts each call with valid arguments once, denied and asked ones too', async () => {
    const budget = createToolBudget({ total: 9 });
    await codes(['work', 'denied', 'asked', 'fail', 'nobody_has_this'], budget);
    await call('work', budget, { n: 'x' });
    expect(budget.used).toBe(4);
    expect(['work', 'denied', 'asked', 'fail', 'nobody_has_this'].map((name) => budget.usedBy(name))).toEqual(
      [1, 1, 1, 1, 0],
    );
  });

  it('lets none of many parallel calls slip past it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(12), fc.nat(12), fc.nat(20), async (total, perTool, many) => {
        const budget = createToolBudget({ total, perTool });
        const tools = booted.app.get(Tools);
        tools.ran = 0;
        const items = Array.from({ length: many }, () => ({ call: { name: 'work' } }));
        const results = await booted.executor.executeMany(items, { budget });
        const allowed = Math.min(total, perTool, many);
        expect([budget.used, tools.ran, results.filter(({ success }) => success).length]).toEqual([
          allowed,
          allowed,
          allowed,
        ]);
      }),
      { numRuns: 30 },
    );
  });

  it('is shared by the calls that tools make', async () => {
    const budget = createToolBudget({ total: 3 });
    const result = await call('relay', budget, { n: 4 });
    expect([...(result.output as string[])].sort()).toEqual([
      'budget_exceeded',
      'budget_exceeded',
      'done',
      'done',
    ]);
    expect([budget.used, budget.usedBy('relay'), budget.usedBy('work')]).toEqual([3, 1, 2]);
  });

  it.each<[string[], string[]]>([
    [
      ['fail', 'fail', 'work'],
      ['tool_error', 'tool_error', 'budget_exceeded'],
    ],
    [
      ['fail', 'work', 'fail', 'work'],
      ['tool_error', 'done', 'tool_error', 'done'],
    ],
    [
      ['denied', 'nobody_has_this', 'work'],
      ['permission_denied', 'unknown_tool', 'budget_exceeded'],
    ],
    [
      ['fail', 'asked', 'asked', 'work'],
      ['tool_error', 'approval_required', 'approval_required', 'done'],
    ],
    [
      ['asked', 'fail', 'asked', 'fail', 'work'],
      ['approval_required', 'tool_error', 'approval_required', 'tool_error', 'budget_exceeded'],
    ],
  ])('ends after two errors in a row: %j', async (names, expected) => {
    expect(await codes(names, createToolBudget({ errors: 2 }))).toEqual(expected);
  });

  it('says that errors have ended it, and counts neither its own refusals nor what the caller cancels', async () => {
    const budget = createToolBudget({ errors: 1 });
    await call('work', budget, {}, { signal: AbortSignal.abort() });
    expect(budget.errorsInARow).toBe(0);
    await call('fail', budget);
    expect((await call('work', budget)).error).toBe(
      'the call budget is exceeded: 1 calls in a row have failed',
    );
    expect([budget.errorsInARow, budget.isExhausted]).toEqual([1, true]);
  });

  it('of another copy of the package serves as well', async () => {
    const copy: string = '../../src/tool/tool-budget.js?copy';
    const { createToolBudget: create } = (await import(copy)) as {
      createToolBudget: typeof createToolBudget;
    };
    const budget = create({ total: 1 });
    expect(budget).not.toBeInstanceOf(ToolBudget);
    expect(await codes(['work', 'work'], budget)).toEqual(['done', 'budget_exceeded']);
  });

  it('that only looks like one never makes a call throw', async () => {
    class Broken extends ToolBudget {
      override reserve(): undefined {}
      override noteEnd(): never {
        throw new Error('no');
      }
    }
    expect(await call('work', new Broken({}))).toMatchObject({ success: true });
  });

  it.each([
    [{ total: -1 }, '`total`'],
    [{ total: 1.5 }, '`total`'],
    [{ total: '5' }, '`total`'],
    [{ total: null }, '`total`'],
    [{ perTool: Infinity }, '`perTool`'],
    [{ perTool: null }, '`perTool`'],
    [{ perTool: { read_file: -1 } }, '`perTool.read_file`'],
    [{ errors: 0 }, '`errors`'],
    [{ max: 5 }, '`max` is not a limit'],
  ])('is not made of %j', (limits, named) => {
    expect(() => createToolBudget(limits as never)).toThrow(TypeError);
    expect(() => createToolBudget(limits as never)).toThrow(named);
  });
});
