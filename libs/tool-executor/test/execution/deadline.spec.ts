import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { setMaxListeners } from 'node:events';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { boot, type Booted } from '../support/boot.js';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

@Injectable()
class Tools {
  started: string[] = [];
  contexts: ToolContext[] = [];

  @Tool({ description: 'Returns after 150 ms', timeoutMs: 50 })
  async late(_args: NoArguments, context: ToolContext): Promise<string> {
    this.begin('late', context);
    await wait(150);
    return 'late';
  }

  @Tool({ description: 'Throws after 150 ms', timeoutMs: 50 })
  async lateThrow(_args: NoArguments, context: ToolContext): Promise<string> {
    this.begin('late_throw', context);
    await wait(150);
    throw new Error('too late');
  }

  @Tool({ description: 'Ends when told to', timeoutMs: 50 })
  cooperative(_args: NoArguments, context: ToolContext): Promise<never> {
    this.begin('cooperative', context);
    return new Promise((_, reject) =>
      context.signal.addEventListener('abort', () => reject(context.signal.reason)),
    );
  }

  @Tool({ description: 'A process that is stopped', timeoutMs: 50 })
  process(_args: NoArguments, context: ToolContext): Promise<ProcessOutput> {
    this.begin('process', context);
    return new Promise((resolve) =>
      context.signal.addEventListener('abort', () =>
        resolve(new ProcessOutput({ stdout: 'half', stderr: 'stopped', exitCode: null, signal: 'SIGTERM' })),
      ),
    );
  }

  @Tool({ description: 'Takes 200 ms of the event loop', timeoutMs: 50 })
  busy(): string {
    jest.advanceTimersByTime(200); // the clock goes on while the tool computes
    return 'done';
  }

  @Tool({ description: 'Never ends', timeoutMs: 10_000, effects: 'idempotent' })
  never(_args: NoArguments, context: ToolContext): Promise<never> {
    this.begin('never', context);
    return new Promise(() => {});
  }

  @Tool({ description: 'Ends at once', readOnly: true })
  quick(_args: NoArguments, context: ToolContext): string {
    this.begin('quick', context);
    return 'quick';
  }

  private begin(name: string, context: ToolContext): void {
    this.started.push(name);
    this.contexts.push(context);
  }
}

describe('the deadline', () => {
  let booted: Booted;
  let tools: Tools;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

  beforeEach(async () => {
    booted = await boot([Tools]);
    tools = booted.app.get(Tools);
    unhandled.length = 0;
    process.on('unhandledRejection', onUnhandled);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  afterEach(async () => {
    jest.useRealTimers();
    process.off('unhandledRejection', onUnhandled);
    await booted.app.close();
  });

  const settle = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
    await jest.advanceTimersByTimeAsync(ms);
    return promise;
  };

  it.each(['late', 'late_throw'])(
    'settles %s once, at its deadline, and drops what comes later',
    async (name) => {
      const result = await settle(booted.executor.execute({ name }), 80);
      expect(result).toMatchObject({
        success: false,
        metadata: { code: 'timeout', executed: true, stopped: false },
      });
      expect(result.error).toContain('may still be running');
      expect(result.latencyMs).toBeLessThan(100);
      const before = JSON.stringify(result);
      await jest.advanceTimersByTimeAsync(300);
      await new Promise(setImmediate);
      expect(unhandled).toEqual([]);
      expect(JSON.stringify(result)).toBe(before);
      expect(booted.tracer.records).toHaveLength(1);
      expect(booted.tracer.last.ends).toHaveLength(1);
      expect(booted.tracer.last.late).toHaveLength(1);
    },
  );

  it('knows that a tool which ends when told to has ended', async () => {
    const result = await settle(booted.executor.execute({ name: 'cooperative' }), 60);
    expect(result).toMatchObject({ metadata: { code: 'timeout', executed: true, stopped: true } });
    expect(result.error).not.toContain('may still be running');
  });

  it('keeps what a stopped process had printed', async () => {
    const result = await settle(booted.executor.execute({ name: 'process' }), 60);
    expect(result).toMatchObject({
      metadata: { code: 'timeout', stopped: true, stdout: 'half', signal: 'SIGTERM' },
    });
  });

  it('lets the outcome of a synchronous tool stand and says by how much it overran', async () => {
    const result = await booted.executor.execute({ name: 'busy' });
    expect(result).toMatchObject({ success: true, output: 'done' });
    expect(result.metadata.overrunMs).toBeCloseTo(150, 0);
  });

  it('binds to the deadline of the caller where that comes first', async () => {
    const pending = booted.executor.execute({ name: 'never' }, { deadline: Date.now() + 20 });
    expect(await settle(pending, 60)).toMatchObject({
      metadata: { code: 'timeout', executed: true, retryable: true },
    });
  });

  it('does not start a tool after the deadline of the caller', async () => {
    const result = await booted.executor.execute({ name: 'never' }, { deadline: Date.now() - 1 });
    expect(result).toMatchObject({ metadata: { code: 'timeout', executed: false, retryable: true } });
    expect(tools.started).toEqual([]);
  });

  it('does not start a tool when the caller has cancelled already', async () => {
    const result = await booted.executor.execute({ name: 'quick' }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ metadata: { code: 'cancelled', executed: false, retryable: true } });
    expect(tools.started).toEqual([]);
  });

  it('tells cancelled and timeout apart, and the first cause wins', async () => {
    const controller = new AbortController();
    const pending = booted.executor.execute({ name: 'never' }, { signal: controller.signal });
    await jest.advanceTimersByTimeAsync(10);
    controller.abort();
    const result = await settle(pending, 20_000);
    expect(result).toMatchObject({ metadata: { code: 'cancelled', executed: true, stopped: false } });
    expect(tools.contexts[0]!.signal.reason).toMatchObject({ code: 'cancelled' });
  });

  it('starts no further call of a batch once it is cancelled, and still answers each', async () => {
    const controller = new AbortController();
    await booted.app.close();
    booted = await boot([Tools], { executeManyConcurrency: 1 });
    const calls = ['never', 'quick', 'quick'].map((name) => ({ call: { name } }));
    const pending = booted.executor.executeMany(calls, { signal: controller.signal });
    await jest.advanceTimersByTimeAsync(10);
    controller.abort();
    const results = await settle(pending, 50);
    expect(results.map(({ metadata }) => [metadata.code, metadata.executed])).toEqual([
      ['cancelled', true],
      ['cancelled', false],
      ['cancelled', false],
    ]);
    expect(booted.app.get(Tools).started).toEqual(['never']);
  });

  it('leaves no listener on the signal of the caller', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    setMaxListeners(5, signal);
    for (let at = 0; at < 1_000; at++) await booted.executor.execute({ name: 'quick' }, { signal });
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});
