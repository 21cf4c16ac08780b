import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { InFlightCalls } from '../../src/execution/in-flight-calls.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  readonly gate = Promise.withResolvers<void>();
  signal: AbortSignal | undefined;

  @Tool({ description: 'Ends when it is let, and calls a tool then' })
  async last(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    await this.gate.promise;
    return (await execute({ name: 'quick' })).output;
  }

  @Tool({ description: 'Never ends' })
  never(_args: NoArguments, { signal }: ToolContext): Promise<never> {
    this.signal = signal;
    return new Promise(() => {});
  }

  @Tool({ description: 'Ends at once' })
  quick(): string {
    return 'quick';
  }
}

describe('the shutdown', () => {
  let booted: Booted;

  beforeEach(async () => {
    booted = await boot([Tools], { shutdownTimeoutMs: 20 });
  });
  afterEach(() => booted.app.close());

  it('lets nobody in, and lets calls under way end, with the calls that they make', async () => {
    const running = booted.executor.execute({ name: 'last' });
    await Promise.resolve();
    const drained = booted.executor.drain(60_000);
    const late = await booted.executor.execute({ name: 'quick' });
    booted.app.get(Tools).gate.resolve();
    expect(late).toMatchObject({
      success: false,
      metadata: { code: 'unavailable', retryable: true, executed: false },
    });
    expect(await running).toMatchObject({ success: true, output: 'quick' });
    expect(await drained).toBe(0);
  });

  it('stops what takes too long, and each call still gets its answer', async () => {
    const running = booted.executor.execute({ name: 'never' });
    await Promise.resolve();
    expect(await booted.executor.drain()).toBe(1);
    expect(await running).toMatchObject({ metadata: { code: 'cancelled', executed: true, stopped: false } });
    expect(booted.app.get(Tools).signal!.reason).toMatchObject({
      message: 'the application is shutting down',
    });
  });

  it('drains when the application closes', async () => {
    const running = booted.executor.execute({ name: 'never' });
    await Promise.resolve();
    await booted.app.close();
    expect((await running).metadata.code).toBe('cancelled');
    expect(booted.app.get(InFlightCalls)).toMatchObject({ count: 0, isDraining: true });
  });
});
