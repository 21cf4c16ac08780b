import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { ToolRegistry } from '../discovery/tool-registry.js';
import { InFlightCalls } from '../execution/in-flight-calls.js';
import { ToolJournal } from '../journal/tool-journal.js';

/** @publicApi */
export interface ToolExecutorHealthOptions {
  /** Milliseconds that the journal has to say whether it can record. @default 1_000 */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 1_000;

/**
 * Whether the executor can take a call at this moment, for any `HealthCheckService` of Terminus:
 * up unless the tools are not registered yet, the application is shutting down, or the journal
 * can't record. Its data say how many tools there are and how many calls are under way.
 *
 * Provide it in a module that imports `TerminusModule`. It is a readiness check: a liveness probe
 * that uses it would kill an application that is finishing its calls.
 *
 * @publicApi
 */
@Injectable()
export class ToolExecutorHealthIndicator {
  constructor(
    private readonly health: HealthIndicatorService,
    private readonly registry: ToolRegistry,
    private readonly journal: ToolJournal,
    private readonly inFlight: InFlightCalls,
  ) {}

  /**
   * Never throws; a journal that throws or hangs is one that can't record.
   *
   * @param key the name of the check in the report. Default: `tool_executor`
   */
  async check<const Key extends string = 'tool_executor'>(
    key: Key = 'tool_executor' as Key,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: ToolExecutorHealthOptions = {},
  ): Promise<HealthIndicatorResult<Key>> {
    const message = await this.findProblem(timeoutMs);
    const data = { tools: this.registry.size, callsInFlight: this.inFlight.count };
    const session = this.health.check(key);
    return message === undefined ? session.up(data) : session.down({ ...data, message });
  }

  private async findProblem(timeoutMs: number): Promise<string | undefined> {
    if (!this.registry.isBuilt) return 'the tools are not registered yet';
    if (this.inFlight.isDraining) return 'the application is shutting down';
    return (await this.canRecord(timeoutMs)) ? undefined : 'the journal cannot record calls';
  }

  private async canRecord(timeoutMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
    try {
      return (await Promise.race([this.journal.isWritable(), late])) === true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
