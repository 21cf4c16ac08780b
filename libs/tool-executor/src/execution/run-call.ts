import { types } from 'node:util';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolContext } from '../tool/tool-context.js';
import { ToolStoppedError } from '../tool/tool-stopped.error.js';
import { collectOutput } from './collect-output.js';
import type { RunOutcome } from '../tool/run-outcome.js';
import type { ToolRunner } from './tool-runner.js';

export interface RunOptions {
  /** Milliseconds from now. */
  readonly timeoutMs: number;
  /** Milliseconds that a stopped tool gets to report its end. */
  readonly stopGraceMs: number;
  /** Told what a tool gave after its call had settled. */
  readonly onLate: (late: { value: unknown } | { error: unknown }) => void;
}

/**
 * Runs the tool until it settles, its time is up or somebody stops it, whatever comes first.
 * Never rejects, and never waits for what may not come back.
 */
export function runCall(
  execution: ToolExecution,
  args: object,
  context: ToolContext,
  runner: ToolRunner,
  options: RunOptions,
): RunOutcome | Promise<RunOutcome> {
  const deadlineTick = performance.now() + options.timeoutMs;
  const overrunMs = (): number => Math.max(0, performance.now() - deadlineTick);
  const start = (): void => {
    execution.assertGoingOn();
    execution.executed = true;
  };
  let work: unknown;
  try {
    work = collectOutput(runner.run({ tool: execution.tool!, args, context, start }), context);
    // Asked without touching the value: a proxy may throw at every touch and still be an answer.
    if (!types.isPromise(work)) return { kind: 'returned', value: work, overrunMs: overrunMs() };
  } catch (error) {
    return { kind: 'threw', error, overrunMs: overrunMs() };
  }
  return settleFirst(execution, work, deadlineTick, options);
}

/** The work against the clock and the caller: the first one stands. */
function settleFirst(
  execution: ToolExecution,
  work: PromiseLike<unknown>,
  deadlineTick: number,
  { timeoutMs, stopGraceMs, onLate }: RunOptions,
): Promise<RunOutcome> {
  return new Promise((resolve) => {
    let settled = false;
    let stopReason: ToolStoppedError | undefined;
    let grace: NodeJS.Timeout | undefined;
    const settle = (outcome: RunOutcome): void => {
      settled = true;
      clearTimeout(timer);
      clearTimeout(grace);
      execution.stop.unlisten();
      resolve(outcome);
    };
    const stopped = (reason: ToolStoppedError): void => {
      clearTimeout(timer);
      stopReason = reason;
      grace = setTimeout(
        () => settle({ kind: 'stopped', reason, ended: false, value: undefined }),
        stopGraceMs,
      );
    };
    const timer = setTimeout(
      () => execution.stop.stop(new ToolStoppedError('timeout', `timed out after ${timeoutMs} ms`)),
      Math.max(0, deadlineTick - performance.now()),
    );
    execution.stop.listen(stopped);
    if (execution.stop.reason !== undefined) stopped(execution.stop.reason);
    work.then(
      (value) => {
        if (settled) return onLate({ value });
        if (stopReason) return settle({ kind: 'stopped', reason: stopReason, ended: true, value });
        return settle({ kind: 'returned', value, overrunMs: Math.max(0, performance.now() - deadlineTick) });
      },
      (error: unknown) => {
        if (settled) return onLate({ error });
        if (stopReason) return settle({ kind: 'stopped', reason: stopReason, ended: true, value: undefined });
        return settle({ kind: 'threw', error, overrunMs: Math.max(0, performance.now() - deadlineTick) });
      },
    );
  });
}
