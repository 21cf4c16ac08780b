import { isThenable } from '../time/is-thenable.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import { TOOL_FAILURE_CODES } from '../tool/tool-failure-code.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolResult } from '../tool/tool-result.js';
import type { JournalAnswer, ToolIntent, ToolJournal } from './tool-journal.js';

/**
 * Records the intent before anything happens. What can't be recorded doesn't run.
 *
 * @returns the recorded result of an earlier call with the same idempotency key, or `undefined` to go on
 * @throws CallFailure `unavailable`, or what the journal refuses with
 */
export function beginCall(
  execution: ToolExecution,
  journal: ToolJournal,
  intent: ToolIntent,
  timeoutMs: number,
): ToolResult | undefined | Promise<ToolResult | undefined> {
  let answer: JournalAnswer | Promise<JournalAnswer>;
  try {
    answer = journal.begin(intent);
    if (!isThenable(answer)) return accept(execution, answer);
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : cannotRecord('failed', cause);
  }
  return beginLater(execution, answer, timeoutMs);
}

/**
 * Records how a call ended, within its budget.
 *
 * @returns whether it is recorded
 */
export function recordEnd(
  recording: () => void | Promise<void>,
  timeoutMs: number,
): boolean | Promise<boolean> {
  try {
    const answer = recording();
    return isThenable(answer) ? recordLater(answer, timeoutMs) : true;
  } catch {
    return false;
  }
}

async function recordLater(answer: PromiseLike<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), timeoutMs)));
    return await Promise.race([Promise.resolve(answer).then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function beginLater(
  execution: ToolExecution,
  answer: Promise<JournalAnswer>,
  timeoutMs: number,
): Promise<ToolResult | undefined> {
  try {
    const prompt = await withinBudget(execution, answer, timeoutMs, () =>
      cannotRecord(`took longer than ${timeoutMs} ms`),
    );
    return await accept(execution, prompt);
  } catch (cause) {
    throw CallFailure.is(cause) ? cause : cannotRecord('failed', cause);
  }
}

function accept(
  execution: ToolExecution,
  answer: JournalAnswer,
): ToolResult | undefined | Promise<ToolResult> {
  switch (answer?.status) {
    case 'fresh':
      execution.begun = true;
      return undefined;
    case 'replay':
      return requireResult(answer.result);
    case 'inFlight':
      return awaitFirst(execution, answer.result);
    case 'refused':
      throw refusedBy(answer);
    default:
      throw cannotRecord('answered something unknown', answer);
  }
}

/** The first call has its own deadline; this one waits as long as its caller does. */
async function awaitFirst(execution: ToolExecution, first: Promise<ToolResult>): Promise<ToolResult> {
  try {
    const result = await withinBudget(
      execution,
      first,
      execution.tool!.definition.traits.timeoutMs,
      () =>
        new CallFailure('timeout', 'an identical call with the same idempotency key is still running', {
          stopped: true,
        }),
    );
    return requireResult(result);
  } catch (cause) {
    throw CallFailure.is(cause)
      ? cause
      : cannotRecord('lost the first call with this idempotency key', cause);
  }
}

const REFUSALS: ReadonlySet<unknown> = new Set([
  'approval_invalid',
  'invalid_arguments',
  'unavailable',
  'outcome_unknown',
]);

function refusedBy({ code, reason }: Extract<JournalAnswer, { status: 'refused' }>): CallFailure {
  if (!REFUSALS.has(code) || typeof reason !== 'string')
    return cannotRecord('refused it for an unknown reason');
  return new CallFailure(code, reason);
}

/** What comes back from a store may be anything; the caller is promised a ToolResult. */
function requireResult(result: ToolResult): ToolResult {
  const known =
    typeof result?.metadata === 'object' &&
    result.metadata !== null &&
    (result.success === true
      ? result.error === null && result.output !== undefined
      : result.success === false &&
        typeof result.error === 'string' &&
        result.error !== '' &&
        result.output === null &&
        Object.hasOwn(TOOL_FAILURE_CODES, result.metadata.code));
  if (!known) throw cannotRecord('holds something that is no result for this idempotency key', result);
  return result;
}

function cannotRecord(what: string, cause?: unknown): CallFailure {
  return new CallFailure(
    'unavailable',
    `the call could not be recorded, so it did not run: the journal ${what}`,
    {},
    cause,
  );
}
