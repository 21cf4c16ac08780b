import { CallFailure } from './call-failure.js';
import type { ToolExecution } from './tool-execution.js';
import type { ToolFailureCode } from './tool-failure-code.js';
import type { ToolResult } from './tool-result.js';

/** Failures that say nothing about how the run goes. */
const NO_ERRORS: ReadonlySet<ToolFailureCode> = new Set([
  'approval_required',
  'cancelled',
  'budget_exceeded',
]);

/**
 * Takes the call out of the caller's budget, at once: of parallel calls, none slips past the limit.
 *
 * @throws CallFailure `budget_exceeded`
 */
export function reserveCall(execution: ToolExecution): void {
  const { budget } = execution.context;
  if (budget === undefined) return;
  const spent = budget.reserve(execution.tool!.definition.name);
  if (spent !== undefined) throw new CallFailure('budget_exceeded', `the call budget is exceeded: ${spent}`);
}

/** Tells the caller's budget how the call ended. Never throws. */
export function noteResult(execution: ToolExecution, { success, metadata }: ToolResult): void {
  const { budget } = execution.context;
  if (budget === undefined || (!success && NO_ERRORS.has(metadata.code!))) return;
  try {
    budget.noteEnd(success);
  } catch {
    // One that only looks like a budget must not cost the caller its result.
  }
}
