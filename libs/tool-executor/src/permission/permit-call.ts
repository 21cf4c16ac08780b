import { escapeControls } from '../text/escape-controls.js';
import { isThenable } from '../time/is-thenable.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolApprovals } from './approval/tool-approvals.js';
import { GuardedToolCall } from './guarded-tool-call.js';
import type { ToolPermissionDecision, ToolPermissionGuard } from './tool-permission-guard.js';

const MAX_REASON_CHARS = 500;

/**
 * Asks the guard, and a person where the guard says so. Everything but a clear and prompt yes is a no.
 *
 * @throws CallFailure `permission_denied`, `approval_required` or `approval_invalid`
 */
export function permitCall(
  execution: ToolExecution,
  guard: ToolPermissionGuard,
  approvals: ToolApprovals,
  timeoutMs: number,
  contextOf: (execution: ToolExecution) => ToolContext,
): void | Promise<void> {
  let answer: unknown;
  try {
    answer = guard.decide(new GuardedToolCall(execution), execution.context);
    if (!isThenable(answer)) return apply(execution, answer, approvals, timeoutMs, contextOf);
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : brokenGuard('failed', cause);
  }
  const prompt = withinBudget(execution, answer, timeoutMs, () =>
    brokenGuard(`took longer than ${timeoutMs} ms`),
  );
  return (prompt as Promise<unknown>).then(
    (decision) => apply(execution, decision, approvals, timeoutMs, contextOf),
    (cause: unknown) => {
      throw CallFailure.is(cause) ? cause : brokenGuard('failed', cause);
    },
  );
}

function apply(
  execution: ToolExecution,
  answer: unknown,
  approvals: ToolApprovals,
  timeoutMs: number,
  contextOf: (execution: ToolExecution) => ToolContext,
): void | Promise<void> {
  const decision = readDecision(answer);
  if (decision.decision === 'deny') {
    throw new CallFailure('permission_denied', `permission denied: ${decision.reason}`);
  }
  const admitted = admit(execution, timeoutMs, contextOf);
  if (admitted === undefined) return approve(execution, decision, approvals);
  return admitted.then(() => approve(execution, decision, approvals));
}

/** Nest's guards on the tool: after the rules of the application, and before a person is asked or an approval is used up. */
function admit(
  execution: ToolExecution,
  timeoutMs: number,
  contextOf: (execution: ToolExecution) => ToolContext,
): Promise<void> | undefined {
  const tool = execution.tool!;
  if (tool.admit === undefined) return undefined;
  const makeArgs = (): object => tool.parameters.instantiate(execution.canonical!);
  return withinBudget(execution, tool.admit(makeArgs, contextOf(execution)), timeoutMs, () =>
    brokenGuard(`of the tool took longer than ${timeoutMs} ms`),
  ) as Promise<void>;
}

function approve(
  execution: ToolExecution,
  { decision, reason }: { decision: ToolPermissionDecision['decision']; reason: string },
  approvals: ToolApprovals,
): void | Promise<void> {
  const presented = execution.context.approval;
  // An approval that somebody presents is used up also where the guard no longer asks.
  if (presented !== undefined) return approvals.present(execution, presented);
  if (decision === 'ask') return approvals.request(execution, reason);
}

function readDecision(answer: unknown): { decision: ToolPermissionDecision['decision']; reason: string } {
  let decision: unknown;
  let reason: unknown;
  try {
    ({ decision, reason } = answer as { decision: unknown; reason?: unknown });
  } catch (cause) {
    throw brokenGuard('answered something unknown', cause);
  }
  if (decision !== 'allow' && decision !== 'deny' && decision !== 'ask') {
    throw brokenGuard('answered something unknown', answer);
  }
  const given = typeof reason === 'string' && reason.trim() !== '' ? reason : 'no reason was given';
  return { decision, reason: escapeControls(given, MAX_REASON_CHARS) };
}

function brokenGuard(what: string, cause?: unknown): CallFailure {
  return new CallFailure('permission_denied', `permission denied: the permission guard ${what}`, {}, cause);
}
