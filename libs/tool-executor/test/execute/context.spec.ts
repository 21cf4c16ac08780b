import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsInt, IsObject, IsOptional } from 'class-validator';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  allow,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { boot, type Booted } from '../support/boot.js';

const tenants = new AsyncLocalStorage<string>();

class Args {
  @IsOptional()
  @IsInt()
  turns?: number;
  @IsOptional()
  @IsObject()
  free?: Record<string, unknown>;
}

@Injectable()
class Tools {
  last: { args: Args; context: ToolContext } | undefined;

  @Tool({ description: 'Says whose call it is' })
  async whoAmI(args: Args, context: ToolContext): Promise<unknown> {
    this.last = { args, context };
    for (let turn = 0; turn < (args.turns ?? 0); turn++) await new Promise(setImmediate);
    return {
      ambient: tenants.getStore() ?? null,
      tenant: context.principal?.tenant ?? null,
      trace: context.traceId,
    };
  }

  @Tool({ description: 'Says how far it is' })
  report(args: Args, context: ToolContext): void {
    this.last = { args, context };
    for (const progress of [1, 2, 1, Number.NaN]) context.progress({ progress });
  }

  @Tool({ description: 'Asks another tool' })
  async askIt(args: Args, { execute }: ToolContext): Promise<unknown> {
    return (await execute({ name: 'who_am_i', arguments: { turns: args.turns } })).output;
  }
}

/** Asynchronous, as one that asks a directory, and rude to what it is given. */
class RudeGuard extends ToolPermissionGuard {
  readonly seen: GuardedCall['args'][] = [];

  async decide(call: GuardedCall): Promise<ToolPermissionDecision> {
    await new Promise(setImmediate);
    this.seen.push(call.args);
    const args = call.args as Args;
    if (args.free !== undefined) args.free['admin'] = true;
    args.turns = 0;
    return allow();
  }
}

describe('the context of a call', () => {
  const guard = new RudeGuard();
  let booted: Booted;

  beforeAll(async () => {
    booted = await boot([Tools], { guards: [guard], data: { locale: 'en', region: 'eu' } as never });
  });
  afterAll(() => booted.app.close());

  const execute = (name: string, args: unknown = {}, context?: unknown) =>
    booted.executor.execute({ name, arguments: args }, context as ToolExecutionContext);

  it.each(['who_am_i', 'ask_it'])(
    'never mixes a hundred callers of %s, by context or by AsyncLocalStorage',
    async (name) => {
      const outputs = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          tenants.run(`t${at}`, () =>
            execute(
              name,
              { turns: (at * 7) % 5 },
              { principal: { id: 'u', tenant: `t${at}` }, traceId: at.toString(16).padStart(32, 'a') },
            ),
          ),
        ),
      );
      expect(outputs.map(({ output }) => output)).toEqual(
        Array.from({ length: 100 }, (_, at) => ({
          ambient: `t${at}`,
          tenant: `t${at}`,
          trace: at.toString(16).padStart(32, 'a'),
        })),
      );
    },
  );

  it('gives guard and tool arguments of their own: what one changes reaches neither the other nor the record', async () => {
    const args = { turns: 2, free: { a: 1 } };
    await execute('who_am_i', args);
    const { args: got } = booted.app.get(Tools).last!;
    expect(got).toEqual({ turns: 2, free: { a: 1 } });
    expect(got).not.toBe(guard.seen.at(-1));
    expect(args).toEqual({ turns: 2, free: { a: 1 } });
    expect(booted.tracer.last.call.arguments).toEqual({ turns: 2, free: { a: 1 } });
  });

  it('is read once: what its owner changes later reaches no step', async () => {
    const principal = { id: 'ada', tenant: 'acme', roles: ['user'] };
    const pending = execute('who_am_i', {}, { principal });
    Object.assign(principal, { tenant: 'other' });
    principal.roles.push('admin');
    expect((await pending).output).toMatchObject({ tenant: 'acme' });
    expect(booted.app.get(Tools).last!.context.principal).toEqual({
      id: 'ada',
      tenant: 'acme',
      roles: ['user'],
    });
  });

  it('hands data and request to the tool, the call before the defaults, and to no record', async () => {
    const request = { headers: { cookie: 'S3C' } };
    await execute('who_am_i', {}, { request, data: { region: 'us', token: 'S3C' } });
    const { context } = booted.app.get(Tools).last!;
    expect(context.data).toEqual({ locale: 'en', region: 'us', token: 'S3C' });
    expect(context.request).toBe(request);
    expect(JSON.stringify([booted.tracer.last.call, booted.tracer.last.ends[0]!.result])).not.toContain(
      'S3C',
    );
  });

  it.each<[unknown, string]>([
    ['none', 'it must be an object'],
    [[], 'it must be an object'],
    [{ principal: 'ada' }, '`principal` must be an object with a non-empty `id`'],
    [{ principal: { id: 'a', scopes: 'all' } }, '`principal.scopes` must be an array of text'],
    [{ signal: {} }, '`signal` must be an AbortSignal'],
    [{ deadline: Number.NaN }, '`deadline` must be epoch milliseconds'],
    [{ deadline: new Date() }, '`deadline` must be epoch milliseconds'],
    [{ attempt: 0 }, '`attempt` must be a whole number from 1'],
    [{ idempotencyKey: '' }, '`idempotencyKey` must be text of 1 to 255 characters'],
    [{ approval: 5 }, '`approval` must be the id of an approval'],
    [{ onProgress: 'yes' }, '`onProgress` must be a function'],
    [{ conversationId: { id: 1 } }, '`conversationId` must be text'],
    [{ tools: 'who_am_i' }, '`tools` must be an array of names and #tags'],
    [{ tools: [/who/] }, '`tools` must be an array of names and #tags'],
    [{ tools: null }, '`tools` must be an array of names and #tags'],
    [{ budget: { total: 5 } }, '`budget` must come from createToolBudget()'],
    [{ budget: 5 }, '`budget` must come from createToolBudget()'],
  ])('is refused where it would have to be guessed: %p', async (context, why) => {
    const result = await execute('who_am_i', {}, context);
    expect(result).toMatchObject({
      success: false,
      error: `the execution context can't be used: ${why}`,
      metadata: { code: 'internal_error', executed: false },
    });
    expect(booted.tracer.last.ends).toHaveLength(1);
  });

  it.each(['short', 'A'.repeat(32), '0'.repeat(32), 5, 'x'.repeat(32)])(
    'replaces the malformed trace id %j',
    async (traceId) => {
      const { metadata } = await execute('who_am_i', {}, { traceId });
      expect(metadata.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(metadata.traceId).not.toBe(traceId);
    },
  );

  it('reports progress while the tool runs, forwards only, and not afterwards', async () => {
    const reports: number[] = [];
    await execute(
      'report',
      {},
      { onProgress: ({ progress }: { progress: number }) => reports.push(progress) },
    );
    booted.app.get(Tools).last!.context.progress({ progress: 9 });
    expect(reports).toEqual([1, 2]);
  });

  it('survives a listener of progress that throws', async () => {
    const onProgress = (): never => {
      throw new Error('client gone');
    };
    expect((await execute('report', {}, { onProgress })).success).toBe(true);
  });
});
