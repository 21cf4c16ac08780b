import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HealthIndicatorService } from '@nestjs/terminus';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { InFlightCalls } from '../../src/execution/in-flight-calls.js';
import { ToolExecutorHealthIndicator } from '../../src/health/tool-executor.health-indicator.js';
import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import type { ToolExecution } from '../../src/tool/tool-execution.js';

class TellingJournal extends InMemoryToolJournal {
  constructor(private readonly answer: () => boolean | Promise<boolean>) {
    super(new InMemoryApprovalStore());
  }
  override isWritable(): boolean | Promise<boolean> {
    return this.answer();
  }
}

function setUp({ built = true, writable = (): boolean | Promise<boolean> => true } = {}) {
  const registry = new ToolRegistry();
  if (built) registry.build([]);
  const inFlight = new InFlightCalls();
  const health = new HealthIndicatorService();
  const indicator = new ToolExecutorHealthIndicator(health, registry, new TellingJournal(writable), inFlight);
  return { indicator, inFlight };
}

describe('ToolExecutorHealthIndicator', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is up when tools are registered, the journal records and calls are taken', async () => {
    const { indicator } = setUp();
    expect(await indicator.check()).toEqual({ tool_executor: { status: 'up', tools: 0, callsInFlight: 0 } });
  });

  it('reports under the key that it is given', async () => {
    const { indicator } = setUp();
    expect(Object.keys(await indicator.check('llm_tools'))).toEqual(['llm_tools']);
  });

  it('counts the calls under way', async () => {
    const { indicator, inFlight } = setUp();
    inFlight.admit({ parentCallId: undefined } as ToolExecution);
    expect(await indicator.check()).toMatchObject({ tool_executor: { status: 'up', callsInFlight: 1 } });
  });

  it('is down before the tools are registered', async () => {
    const { indicator } = setUp({ built: false });
    expect(await indicator.check()).toMatchObject({
      tool_executor: { status: 'down', message: 'the tools are not registered yet' },
    });
  });

  it('is down from the beginning of the shutdown on', async () => {
    const { indicator, inFlight } = setUp();
    await inFlight.drain(0);
    expect(await indicator.check()).toMatchObject({
      tool_executor: { status: 'down', message: 'the application is shutting down' },
    });
  });

  it.each<[string, () => boolean | Promise<boolean>]>([
    ['says no', () => false],
    ['says no later', async () => false],
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('disk full'))],
    ['answers neither true nor false', () => 'yes' as unknown as boolean],
  ])('is down when the journal %s', async (_, writable) => {
    const { indicator } = setUp({ writable });
    expect(await indicator.check()).toMatchObject({
      tool_executor: { status: 'down', message: 'the journal cannot record calls' },
    });
  });

  it('is down when the journal does not answer in time', async () => {
    jest.useFakeTimers();
    const { indicator } = setUp({ writable: () => new Promise<boolean>(() => {}) });
    const report = indicator.check('tool_executor', { timeoutMs: 500 });
    await jest.advanceTimersByTimeAsync(500);
    expect(await report).toMatchObject({ tool_executor: { status: 'down' } });
  });
});
