import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import {
  deny,
  allow,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  inner: ToolContext | undefined;
  answer: ToolResult | undefined;
  answered!: Promise<ToolResult>;

  @Tool({ description: 'Calls another tool', timeoutMs: 40 })
  async outer(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    this.answer = await execute({ name: 'inner' });
    return this.answer.output ?? this.answer.metadata.code;
  }

  @Tool({ name: 'inner', description: 'Is called by a tool', timeoutMs: 10_000 })
  async isCalled(_args: NoArguments, context: ToolContext): Promise<string> {
    this.inner = context;
    return 'inner ran';
  }

  @Tool({ description: 'Calls a tool that never ends', timeoutMs: 40 })
  async outerOfHanging(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    this.answered = execute({ name: 'hanging' });
    return (await this.answered).metadata.code;
  }

  @Tool({ description: 'Never ends', timeoutMs: 10_000 })
  hanging(): Promise<never> {
    return new Promise(() => {});
  }
}

class DenyInner extends ToolPermissionGuard {
  seen: (string | undefined)[] = [];

  decide(call: GuardedCall, _context: ToolExecutionContext): ToolPermissionDecision {
    this.seen.push(call.parentCallId);
    return call.tool.name === 'inner' ? deny('tools may not') : allow();
  }
}

describe('a tool that calls a tool', () => {
  let booted: Booted;
  const principal = { id: 'ada', tenant: 'acme' };

  beforeEach(async () => {
    booted = await boot([Tools], { data: {} });
  });
  afterEach(() => booted.app.close());

  it('passes on principal, trace, deadline and conversation, and notes the parent', async () => {
    const result = await booted.executor.execute({ name: 'outer' }, { principal, conversationId: 'talk' });
    const inner = booted.app.get(Tools).inner!;
    expect(result).toMatchObject({ success: true, output: 'inner ran' });
    expect(inner).toMatchObject({ principal, conversationId: 'talk', traceId: result.metadata.traceId });
    expect(booted.app.get(Tools).answer!.metadata.parentCallId).toBe(result.metadata.callId);
    expect(inner.deadline - Date.now()).toBeLessThan(1_000);
  });

  it('goes through the whole gate again', async () => {
    const guard = new DenyInner();
    await booted.app.close();
    booted = await boot([Tools], { guards: [guard] });
    const result = await booted.executor.execute({ name: 'outer' });
    expect(result).toMatchObject({ success: true, output: 'permission_denied' });
    expect(guard.seen).toEqual([undefined, result.metadata.callId]);
    expect(booted.app.get(Tools).inner).toBeUndefined();
  });

  it('is bound by the deadline of the outer call', async () => {
    const result = await booted.executor.execute({ name: 'outer_of_hanging' });
    expect(result.metadata).toMatchObject({ code: 'timeout' });
    expect((await booted.app.get(Tools).answered).metadata.code).toBe('timeout');
  });

  it('cannot be claimed by a caller: a parent in the context is ignored', async () => {
    const context = { parentCallId: 'forged' } as ToolExecutionContext;
    const result = await booted.executor.execute({ name: 'inner' }, context);
    expect(result.metadata.parentCallId).toBeUndefined();
  });
});
