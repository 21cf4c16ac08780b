import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  allow,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolDefinition } from '../../src/tool/tool-definition.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  ran: string[] = [];

  @Tool({ description: 'Pays', tags: ['billing', 'money'] })
  pay(): void {
    this.ran.push('pay');
  }
  @Tool({ description: 'Pays back', tags: ['billing'] })
  payBack(): void {
    this.ran.push('pay_back');
  }
  @Tool({ description: 'Has a name like a tag' })
  billing(): void {
    this.ran.push('billing');
  }
  @Tool({ description: 'Has odd tags', tags: ['#hash', 'pay_back'] })
  odd(): void {
    this.ran.push('odd');
  }
  @Tool({ description: 'Calls pay' })
  async relay(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    const { metadata, error } = await execute({ name: 'pay' });
    return metadata.code === undefined ? 'paid' : `${metadata.code}: ${error}`;
  }
}

class Curious extends ToolPermissionGuard {
  readonly asked: string[] = [];
  decide(): ToolPermissionDecision {
    return allow();
  }
  override isVisible({ name }: ToolDefinition): boolean {
    this.asked.push(name);
    return true;
  }
}

describe('the tools that a conversation is offered', () => {
  const guard = new Curious();
  let booted: Booted;
  beforeAll(async () => {
    booted = await boot([Tools], { guards: [guard] });
  });
  afterAll(() => booted.app.close());

  const everything = ['billing', 'odd', 'pay', 'pay_back', 'relay'];
  it.each<[readonly string[] | undefined, string[]]>([
    [undefined, everything],
    [[], []],
    [['pay'], ['pay']],
    [['#billing'], ['pay', 'pay_back']],
    [
      ['#money', 'relay'],
      ['pay', 'relay'],
    ],
    [['billing'], ['billing']],
    [['pay_back'], ['pay_back']],
    [['#pay_back'], ['odd']],
    [['##hash'], ['odd']],
    [['#hash'], []],
    [['#'], []],
    [['Pay', ' pay', 'tag:billing', 'billing ', '*', 'constructor'], []],
    [['nobody_has_this', 'pay', 'pay', '#money'], ['pay']],
  ])('are, for %j, %j: to list and to call', async (tools, offered) => {
    const context = tools === undefined ? {} : { tools };
    expect((await booted.executor.list(context)).map(({ name }) => name)).toEqual(offered);
    for (const name of everything) {
      const { metadata } = await booted.executor.execute({ name }, context);
      expect([name, metadata.code]).toEqual([name, offered.includes(name) ? undefined : 'unknown_tool']);
    }
  });

  it('are all that there is: another one has the answer of one that does not exist', async () => {
    const context = { tools: ['odd'] };
    const there = await booted.executor.execute({ name: 'pay' }, context);
    const notThere = await booted.executor.execute({ name: 'paz' }, context);
    expect(there.error).toBe('unknown tool "pay"');
    expect(notThere.error).toBe('unknown tool "paz"');
    expect(Object.keys(there.metadata)).toEqual(Object.keys(notThere.metadata));
  });

  it('are settled before the guard is asked', async () => {
    guard.asked.length = 0;
    await booted.executor.execute({ name: 'pay' }, { tools: [] });
    await booted.executor.list({ tools: ['relay'] });
    expect(guard.asked).toEqual(['relay']);
  });

  it('bind the calls that a tool makes: they reach no further than the conversation', async () => {
    const { ran } = booted.app.get(Tools);
    ran.length = 0;
    const relay = async (tools: readonly string[]) =>
      (await booted.executor.execute({ name: 'relay' }, { tools })).output;
    expect(await relay(['relay'])).toBe('unknown_tool: unknown tool "pay"');
    expect(ran).toEqual([]);
    expect(await relay(['relay', '#money'])).toBe('paid');
    expect(ran).toEqual(['pay']);
  });

  it('are read once: who holds the list can not widen it later', async () => {
    const tools = ['relay'];
    const call = booted.executor.execute({ name: 'relay' }, { tools });
    tools.push('pay');
    expect((await call).output).toBe('unknown_tool: unknown tool "pay"');
  });

  it('hold for each call of a batch', async () => {
    const results = await booted.executor.executeMany(
      [{ call: { name: 'pay' } }, { call: { name: 'pay' }, context: { tools: ['pay'] } }],
      { tools: ['relay'] },
    );
    expect(results.map(({ success }) => success)).toEqual([false, true]);
  });
});
