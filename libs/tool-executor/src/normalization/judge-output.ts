import { escapeControls } from '../text/escape-controls.js';
import { isThenable } from '../time/is-thenable.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import { freezeJson } from '../tool/freeze-json.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolOutputGuard } from '../tool/tool-output-guard.js';
import { ExecutedToolCall } from './executed-tool-call.js';
import { invalidOutput } from './invalid-output.js';
import type { PlainOutput } from './plain-output.js';
import { readReplacement } from './read-replacement.js';

const MAX_REASON_CHARS = 500;

/**
 * Lets the output guards of the tool judge what it gave. Everything but a clear and prompt pass or
 * replacement blocks.
 *
 * @param timeoutMs for all guards together
 * @returns what may leave; the same object where all have passed
 * @throws CallFailure `invalid_output` where one has blocked; `cancelled` or `timeout` where the call is stopped meanwhile
 */
export function judgeOutput(
  execution: ToolExecution,
  output: PlainOutput,
  timeoutMs: number,
): PlainOutput | Promise<PlainOutput> {
  const guards = execution.tool!.outputGuards;
  let judged = output;
  for (let at = 0; at < guards.length; at++) {
    const answer = ask(execution, guards[at]!, judged);
    if (answer.pending === undefined) {
      judged = apply(execution, judged, answer.verdict);
      continue;
    }
    const rest = guards.slice(at + 1);
    return withinBudget(execution, judgeLater(execution, judged, answer.pending, rest), timeoutMs, () =>
      brokenGuard(`took longer than ${timeoutMs} ms`),
    );
  }
  return judged;
}

async function judgeLater(
  execution: ToolExecution,
  output: PlainOutput,
  pending: PromiseLike<unknown>,
  others: readonly ToolOutputGuard[],
): Promise<PlainOutput> {
  let judged = apply(execution, output, await settled(pending));
  for (const guard of others) {
    // Once the budget is used up, the answer is known, and nobody is asked any more.
    if (execution.settled) break;
    const answer = ask(execution, guard, judged);
    const verdict = answer.pending === undefined ? answer.verdict : await settled(answer.pending);
    judged = apply(execution, judged, verdict);
  }
  return judged;
}

interface Answer {
  readonly pending: PromiseLike<unknown> | undefined;
  readonly verdict: unknown;
}

function ask(execution: ToolExecution, guard: ToolOutputGuard, { value, companions }: PlainOutput): Answer {
  try {
    const answer: unknown = guard.check(
      new ExecutedToolCall(execution),
      freezeJson(value),
      freezeJson(companions),
    );
    return isThenable(answer)
      ? { pending: answer, verdict: undefined }
      : { pending: undefined, verdict: answer };
  } catch (cause) {
    throw brokenGuard('failed', cause);
  }
}

async function settled(pending: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await pending;
  } catch (cause) {
    throw brokenGuard('failed', cause);
  }
}

function apply(execution: ToolExecution, output: PlainOutput, answer: unknown): PlainOutput {
  let verdict: unknown;
  let reason: unknown;
  try {
    ({ verdict, reason } = answer as { verdict: unknown; reason?: unknown });
    if (verdict === 'replace') return readReplacement(execution.tool!, answer);
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : brokenGuard('answered something unknown', cause);
  }
  if (verdict === 'pass') return output;
  if (verdict !== 'block') throw brokenGuard('answered something unknown', answer);
  const given = typeof reason === 'string' && reason.trim() !== '' ? reason : 'no reason was given';
  throw withheld(escapeControls(given, MAX_REASON_CHARS));
}

const brokenGuard = (what: string, cause?: unknown): CallFailure =>
  withheld(`the output guard ${what}`, cause);

const withheld = (why: string, cause?: unknown): CallFailure =>
  invalidOutput(`its output was withheld: ${why}`, undefined, cause);
