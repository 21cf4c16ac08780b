import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolApprovals } from '../../src/permission/approval/tool-approvals.js';
import {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { boot, type Booted } from '../support/boot.js';

class AddArgs {
  @IsInt()
  n!: number;
}

@Injectable()
class Tools {
  readonly ran: string[] = [];
  running = 0;
  most = 0;

  @Tool({ description: 'Gives its number back' })
  add({ n }: AddArgs): number {
    this.ran.push(`add ${n}`);
    return n;
  }
  @Tool({ description: 'Lets others go first' })
  async yield({ n }: AddArgs): Promise<number> {
    this.most = Math.max(this.most, ++this.running);
    for (let turn = 0; turn < 10 - n; turn++) await new Promise(setImmediate);
    this.running -= 1;
    return n;
  }
  @Tool({ description: 'Throws' })
  fail(): never {
    this.ran.push('fail');
    throw new Error('broken');
  }
  @Tool({ description: 'Never ends', timeoutMs: 10 })
  hang(): Promise<never> {
    this.ran.push('hang');
    return new Promise(() => {});
  }
  @Tool({ description: 'Gives what it does not declare', outputSchema: { type: 'string' } })
  lie(): number {
    this.ran.push('lie');
    return 1;
  }
  @Tool({ description: 'Needs a person' })
  remove(_args: NoArguments): string {
    this.ran.push('remove');
    return 'removed';
  }
  @Tool({ description: 'Is never allowed' })
  forbidden(): void {
    this.ran.push('forbidden');
  }
}

class Guard extends ToolPermissionGuard {
  decide({ tool }: GuardedCall): ToolPermissionDecision {
    if (tool.name === 'remove') return ask('it removes things');
    return tool.name === 'forbidden' ? deny('never') : allow();
  }
}

const codeOf = (metadata: object): unknown => (metadata as { code?: unknown }).code;

describe('a batch of calls', () => {
  let booted: Booted;
  let tools: Tools;

  beforeAll(async () => {
    booted = await boot([Tools], { guards: [new Guard()], stopGraceMs: 1, executeManyConcurrency: 3 });
    tools = booted.app.get(Tools);
  });
  beforeEach(() => {
    tools.ran.length = 0;
    tools.most = 0;
  });
  afterAll(() => booted.app.close());

  const many = (calls: readonly unknown[], shared?: ToolExecutionContext) =>
    booted.executor.executeMany(
      calls.map((call) => ({ call: call as never })),
      shared,
    );

  it('gives one result for each call by position, whatever becomes of the others', async () => {
    const results = await many([
      { id: 'a', name: 'add', arguments: { n: 1 } },
      { id: 'b', name: 'fail' },
      { id: 'c', name: 'nope' },
      { id: 'd', name: 'add', arguments: '{"n":' },
      { id: 'e', name: 'hang' },
      { id: 'f', name: 'lie' },
      { id: 'g', name: 'forbidden' },
      { id: 'h', name: 'remove' },
      { id: 'i', name: 'add', arguments: { n: 2 } },
    ]);
    expect(results.map(({ metadata }) => [metadata.toolCallId, codeOf(metadata)])).toEqual([
      ['a', undefined],
      ['b', 'tool_error'],
      ['c', 'unknown_tool'],
      ['d', 'invalid_arguments'],
      ['e', 'timeout'],
      ['f', 'invalid_output'],
      ['g', 'permission_denied'],
      ['h', 'approval_required'],
      ['i', undefined],
    ]);
    expect([...tools.ran].sort()).toEqual(['add 1', 'add 2', 'fail', 'hang', 'lie']);
  });

  it.each(['edit:22', '', undefined])('keeps calls apart that share the id %j', async (id) => {
    const results = await many([1, 2].map((n) => ({ id, name: 'add', arguments: { n } })));
    expect(results.map(({ output }) => output)).toEqual([1, 2]);
    expect(results.map(({ metadata }) => metadata.toolCallId)).toEqual([id, id]);
    expect(new Set(results.map(({ metadata }) => metadata.callId)).size).toBe(2);
  });

  it('runs calls at once up to the limit, and keeps their order in the results', async () => {
    const results = await many(Array.from({ length: 8 }, (_, n) => ({ name: 'yield', arguments: { n } })));
    expect(results.map(({ output }) => output)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(tools.most).toBe(3);
  });

  it('does not hold up calls for one that waits for a person, and runs that one alone later', async () => {
    const calls = [
      { name: 'add', arguments: { n: 1 } },
      { name: 'remove' },
      { name: 'add', arguments: { n: 2 } },
    ];
    const results = await many(calls, { principal: { id: 'ada' } });
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    const approval = results[1]!.metadata.approvalId!;
    await booted.app.get(ToolApprovals).decide(approval, { approved: true }, { id: 'bob' });
    const resumed = await booted.executor.execute(calls[1]!, { principal: { id: 'ada' }, approval });
    expect(resumed).toMatchObject({ success: true, output: 'removed' });
    expect(tools.ran).toEqual(['add 1', 'add 2', 'remove']);
  });

  it('answers for items that are none', async () => {
    const unreadable = {
      get call(): never {
        throw new Error('no');
      },
    };
    const odd = [
      undefined,
      null,
      5,
      {},
      unreadable,
      { call: { name: 'add', arguments: { n: 1 } }, context: 'none' },
    ];
    const results = await booted.executor.executeMany([
      ...odd,
      { call: { name: 'add', arguments: { n: 3 } }, context: null },
    ] as never);
    expect(results.map(({ metadata }) => codeOf(metadata))).toEqual([
      'unknown_tool',
      'unknown_tool',
      'unknown_tool',
      'unknown_tool',
      'unknown_tool',
      'internal_error',
      undefined,
    ]);
  });

  it('gives nothing for nothing', async () => {
    expect(await booted.executor.executeMany([])).toEqual([]);
  });

  it('lets an item override what is shared', async () => {
    const call = { name: 'add', arguments: { n: 1 } };
    const shared = { attempt: 2, traceId: 'a'.repeat(32) };
    const results = await booted.executor.executeMany([{ call }, { call, context: { attempt: 3 } }], shared);
    expect(results.map(({ metadata }) => [metadata.attempt, metadata.traceId])).toEqual([
      [2, 'a'.repeat(32)],
      [3, 'a'.repeat(32)],
    ]);
  });

  it('answers each of a hundred calls that are cancelled together', async () => {
    const controller = new AbortController();
    const pending = Promise.all(
      Array.from({ length: 100 }, () =>
        booted.executor.execute({ name: 'hang' }, { signal: controller.signal }),
      ),
    );
    controller.abort();
    expect((await pending).map(({ metadata }) => codeOf(metadata))).toEqual(
      Array.from({ length: 100 }, () => 'cancelled'),
    );
  });
});
