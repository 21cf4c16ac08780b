import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { DisabledToolJournal } from '../../src/journal/disabled.journal.js';
import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { boot, type Booted } from '../support/boot.js';

class ChargeArgs {
  @IsInt()
  cents!: number;
}

@Injectable()
class Tools {
  charged: number[] = [];
  release: (() => void) | undefined;

  @Tool({ description: 'Takes money' })
  charge({ cents }: ChargeArgs): string {
    this.charged.push(cents);
    return `charged ${cents}`;
  }

  @Tool({ description: 'Takes money when it is let' })
  async chargeSlowly({ cents }: ChargeArgs): Promise<string> {
    this.charged.push(cents);
    await new Promise<void>((resolve) => (this.release = resolve));
    return `charged ${cents}`;
  }

  @Tool({ description: 'Always fails' })
  refused(_args: NoArguments): never {
    this.charged.push(0);
    throw new ToolError('card refused');
  }

  @Tool({ description: 'Gives what it does not declare', outputSchema: { type: 'object', required: ['id'] } })
  untrue(): unknown {
    return { other: 1 };
  }
}

describe('the record of calls', () => {
  let booted: Booted;
  let tools: Tools;
  let journal: InMemoryToolJournal;
  const principal = { id: 'ada', tenant: 'acme' };

  beforeEach(async () => {
    journal = new InMemoryToolJournal(new InMemoryApprovalStore());
    booted = await boot([Tools], { journal });
    tools = booted.app.get(Tools);
  });
  afterEach(() => booted.app.close());

  const charge = (cents: unknown, context: object = {}, name = 'charge') =>
    booted.executor.execute({ id: 'call_9', name, arguments: { cents } }, { principal, ...context });

  it('runs calls with one idempotency key once and gives the recorded result to the others', async () => {
    const first = await charge(5, { idempotencyKey: 'k' });
    const second = await charge(5, { idempotencyKey: 'k' });
    expect(tools.charged).toEqual([5]);
    expect(second).toMatchObject({
      success: true,
      output: first.output,
      metadata: { replayed: true, executed: true },
    });
    expect(second.metadata.callId).not.toBe(first.metadata.callId);
  });

  it('lets a second call with the key wait for the first one that still runs', async () => {
    const first = charge(5, { idempotencyKey: 'k' }, 'charge_slowly');
    await Promise.resolve();
    const second = charge(5, { idempotencyKey: 'k' }, 'charge_slowly');
    tools.release!();
    expect((await first).output).toBe('charged 5');
    expect(await second).toMatchObject({ success: true, output: 'charged 5', metadata: { replayed: true } });
    expect(tools.charged).toEqual([5]);
  });

  it('refuses a key that was used with other arguments rather than give the recorded result', async () => {
    await charge(5, { idempotencyKey: 'k' });
    const other = await charge(7, { idempotencyKey: 'k' });
    expect(other).toMatchObject({ success: false, metadata: { code: 'invalid_arguments', executed: false } });
    expect(tools.charged).toEqual([5]);
  });

  it.each([
    ['principal', { principal: { id: 'bob', tenant: 'acme' } }],
    ['tenant', { principal: { id: 'ada', tenant: 'other' } }],
  ])('keeps keys apart by %s', async (_by, context) => {
    await charge(5, { idempotencyKey: 'k' });
    expect((await charge(5, { idempotencyKey: 'k', ...context })).metadata.replayed).toBeUndefined();
    expect(tools.charged).toEqual([5, 5]);
  });

  it('replays a failure of a tool that ran', async () => {
    const call = () => booted.executor.execute({ name: 'refused' }, { principal, idempotencyKey: 'k' });
    await call();
    expect(await call()).toMatchObject({
      success: false,
      error: 'card refused',
      metadata: { replayed: true },
    });
    expect(tools.charged).toEqual([0]);
  });

  it('runs calls that carry the same id of the provider each for itself', async () => {
    const calls = [1, 2].map((cents) => ({ call: { id: 'edit:22', name: 'charge', arguments: { cents } } }));
    const results = await booted.executor.executeMany(calls);
    expect(results.map(({ output }) => output)).toEqual(['charged 1', 'charged 2']);
    expect(new Set(results.map(({ metadata }) => metadata.callId)).size).toBe(2);
  });

  it('holds denied, unknown and invalid calls beside those that ran, newest first', async () => {
    await charge(5);
    await charge('five');
    await booted.executor.execute({ name: 'nope' }, { principal });
    const records = journal.list({ tenant: 'acme', principalId: 'ada' });
    expect(records.map(({ tool, status, result }) => [tool, status, result!.metadata.code])).toEqual([
      ['nope', 'refused', 'unknown_tool'],
      ['charge', 'refused', 'invalid_arguments'],
      ['charge', 'succeeded', undefined],
    ]);
  });

  it('keeps what the tool returned when its output is not what it declares', async () => {
    const finish = jest.spyOn(journal, 'finish');
    const result = await booted.executor.execute({ name: 'untrue' }, { principal });
    expect(result).toMatchObject({
      success: false,
      metadata: { code: 'invalid_output', executed: true, retryable: false },
    });
    expect(finish.mock.lastCall![0].returned).toEqual({ other: 1 });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['hangs', () => new Promise<never>(() => {})],
    ['answers garbage', () => ({ status: 'perhaps' }) as never],
  ])('does not run a call that cannot be recorded: begin %s', async (_how, begin) => {
    await booted.app.close();
    booted = await boot([Tools], { journal, journalTimeoutMs: 10 });
    jest.spyOn(journal, 'begin').mockImplementation(begin);
    const result = await charge(5);
    expect(result).toMatchObject({
      success: false,
      metadata: { code: 'unavailable', executed: false, retryable: true },
    });
    expect(booted.app.get(Tools).charged).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('lets the result stand and says that it is not recorded: finish %s', async (_how, finish) => {
    await booted.app.close();
    booted = await boot([Tools], { journal, journalTimeoutMs: 10 });
    jest.spyOn(journal, 'finish').mockImplementation(finish as never);
    const result = await charge(5);
    expect(result).toMatchObject({ success: true, output: 'charged 5', metadata: { recorded: false } });
  });

  it('refuses an idempotency key where no journal is configured to honour it', async () => {
    await booted.app.close();
    booted = await boot([Tools], { journal: false });
    expect(booted.app.get(ToolJournal)).toBeInstanceOf(DisabledToolJournal);
    expect((await charge(5)).success).toBe(true);
    expect((await charge(5, { idempotencyKey: 'k' })).metadata.code).toBe('unavailable');
  });

  it('keeps the newest calls and those that still run', async () => {
    const small = new InMemoryToolJournal(new InMemoryApprovalStore(), 3);
    await booted.app.close();
    booted = await boot([Tools], { journal: small });
    const running = charge(1, {}, 'charge_slowly');
    for (let cents = 2; cents < 10; cents++) await charge(cents);
    const kept = small.list({ tenant: 'acme', principalId: 'ada' });
    expect(kept.map(({ status, arguments: args }) => [status, args])).toEqual([
      ['succeeded', { cents: 9 }],
      ['succeeded', { cents: 8 }],
      ['running', { cents: 1 }],
    ]);
    booted.app.get(Tools).release!();
    await running;
  });
});
