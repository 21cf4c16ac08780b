import { isThenable } from '../time/is-thenable.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import { ToolError } from '../tool/tool-error.js';
import type { ToolErrorMapper } from '../tool/tool-error-mapper.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import { ExecutedToolCall } from './executed-tool-call.js';

/**
 * The first ToolError that a mapper makes of a throw, `undefined` if none does. Never throws or
 * rejects: the tool has failed, and a mapper can only say it better.
 *
 * @param timeoutMs for all mappers together
 */
export function mapThrow(
  execution: ToolExecution,
  thrown: unknown,
  timeoutMs: number,
): ToolError | undefined | Promise<ToolError | undefined> {
  const mappers = execution.tool!.errorMappers;
  if (mappers.length === 0 || ToolError.isInstance(thrown)) return undefined;
  for (let at = 0; at < mappers.length; at++) {
    try {
      const answer: unknown = mappers[at]!.map(thrown, new ExecutedToolCall(execution));
      if (isThenable(answer)) {
        return withinTime(execution, mapLater(execution, thrown, answer, mappers.slice(at + 1)), timeoutMs);
      }
      if (ToolError.isInstance(answer)) return answer;
    } catch {
      // A mapper that fails has no answer.
    }
  }
  return undefined;
}

async function mapLater(
  execution: ToolExecution,
  thrown: unknown,
  pending: PromiseLike<unknown>,
  others: readonly ToolErrorMapper[],
): Promise<ToolError | undefined> {
  const first = await Promise.resolve(pending).catch(() => undefined);
  if (ToolError.isInstance(first)) return first;
  for (const mapper of others) {
    try {
      const answer: unknown = await mapper.map(thrown, new ExecutedToolCall(execution));
      if (ToolError.isInstance(answer)) return answer;
    } catch {
      // As above.
    }
  }
  return undefined;
}

/** Also once the caller has cancelled: why the tool failed is known, and says more. */
async function withinTime(
  execution: ToolExecution,
  mapped: Promise<ToolError | undefined>,
  timeoutMs: number,
): Promise<ToolError | undefined> {
  try {
    return await withinBudget(execution, mapped, timeoutMs, () => new CallFailure('tool_error', ''));
  } catch {
    return undefined;
  }
}
