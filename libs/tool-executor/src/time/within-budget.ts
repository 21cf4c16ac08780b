import { CallFailure } from '../tool/call-failure.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import { isThenable } from './is-thenable.js';

/**
 * Waits for an answer of the application's code no longer than its budget, the caller's deadline
 * and the caller's patience. An answer that is there already costs nothing.
 *
 * @param lateFailure what the call fails with when the budget is used up
 * @throws CallFailure `cancelled` or `timeout` when the call is stopped, else what the answer rejects with
 */
export function withinBudget<T>(
  execution: ToolExecution,
  answer: T | PromiseLike<T>,
  budgetMs: number,
  lateFailure: () => CallFailure,
): T | Promise<T> {
  return isThenable(answer) ? wait(execution, answer as PromiseLike<T>, budgetMs, lateFailure) : answer;
}

async function wait<T>(
  execution: ToolExecution,
  answer: PromiseLike<T>,
  budgetMs: number,
  lateFailure: () => CallFailure,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    if (execution.stop.reason) reject(execution.stoppedFailure());
    execution.stop.listen(() => reject(execution.stoppedFailure()));
    const leftMs = execution.leftMs();
    timer =
      leftMs < budgetMs
        ? setTimeout(() => execution.passDeadline(), Math.max(0, leftMs))
        : setTimeout(() => reject(lateFailure()), budgetMs);
  });
  try {
    return await Promise.race([answer, stopped]);
  } finally {
    clearTimeout(timer);
    execution.stop.unlisten();
  }
}
