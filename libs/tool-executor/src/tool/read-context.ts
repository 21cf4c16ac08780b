import { CallFailure } from './call-failure.js';
import { ToolBudget } from './tool-budget.js';
import type { ToolExecutionContext } from './tool-execution-context.js';
import type { ToolPrincipal } from './tool-principal.js';

const TRACE_ID = /^[0-9a-f]{32}$/;
const NO_TRACE = '0'.repeat(32);
const EMPTY: ToolExecutionContext = Object.freeze({});

/** @returns a frozen copy that nobody can change while the call runs, and what is wrong with the original */
export function readContext(context: unknown): {
  context: ToolExecutionContext;
  problem: CallFailure | undefined;
} {
  if (context === undefined || context === null) return { context: EMPTY, problem: undefined };
  try {
    const given = { ...(context as ToolExecutionContext) };
    const wrong = findProblem(context, given);
    if (wrong !== undefined) return { context: EMPTY, problem: unusable(wrong) };
    if (given.principal !== undefined) {
      Object.assign(given, { principal: copyPrincipal(given.principal) });
    }
    if (given.tools !== undefined) Object.assign(given, { tools: Object.freeze([...given.tools]) });
    if (given.traceId !== undefined && (!TRACE_ID.test(given.traceId) || given.traceId === NO_TRACE)) {
      delete (given as { traceId?: string }).traceId; // a minted one that can be found beats one that can't
    }
    return { context: Object.freeze(given), problem: undefined };
  } catch (cause) {
    return { context: EMPTY, problem: unusable('it could not be read', cause) };
  }
}

/** What would make the executor guess: the application's own mistake, so it is named in full. */
function findProblem(context: unknown, given: ToolExecutionContext): string | undefined {
  if (typeof context !== 'object' || Array.isArray(context)) return 'it must be an object';
  const { principal, signal, deadline, attempt, idempotencyKey, approval, onProgress, conversationId } =
    given;
  if (
    principal !== undefined &&
    (typeof principal !== 'object' ||
      principal === null ||
      typeof principal.id !== 'string' ||
      principal.id === '')
  ) {
    return '`principal` must be an object with a non-empty `id`';
  }
  if (principal?.tenant !== undefined && typeof principal.tenant !== 'string')
    return '`principal.tenant` must be text';
  if (!areTexts(principal?.roles)) return '`principal.roles` must be an array of text';
  if (!areTexts(principal?.scopes)) return '`principal.scopes` must be an array of text';
  if (signal !== undefined && !isAbortSignal(signal)) return '`signal` must be an AbortSignal';
  if (deadline !== undefined && !Number.isFinite(deadline)) return '`deadline` must be epoch milliseconds';
  if (attempt !== undefined && !(Number.isSafeInteger(attempt) && attempt > 0))
    return '`attempt` must be a whole number from 1';
  if (!isKey(idempotencyKey)) return '`idempotencyKey` must be text of 1 to 255 characters';
  if (!isKey(approval)) return '`approval` must be the id of an approval';
  if (onProgress !== undefined && typeof onProgress !== 'function') return '`onProgress` must be a function';
  if (conversationId !== undefined && typeof conversationId !== 'string')
    return '`conversationId` must be text';
  if (!areTexts(given.tools)) return '`tools` must be an array of names and #tags';
  if (given.budget !== undefined && !ToolBudget.isInstance(given.budget))
    return '`budget` must come from createToolBudget()';
  return undefined;
}

function copyPrincipal(principal: ToolPrincipal): ToolPrincipal {
  return Object.freeze({
    ...principal,
    ...(principal.roles && { roles: Object.freeze([...principal.roles]) }),
    ...(principal.scopes && { scopes: Object.freeze([...principal.scopes]) }),
  });
}

// By shape: a signal from another realm or a polyfill is one too.
function isAbortSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as AbortSignal).aborted === 'boolean' &&
    typeof (value as AbortSignal).addEventListener === 'function' &&
    typeof (value as AbortSignal).removeEventListener === 'function'
  );
}

function areTexts(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

function isKey(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.length > 0 && value.length <= 255);
}

function unusable(why: string, cause?: unknown): CallFailure {
  return new CallFailure('internal_error', `the execution context can't be used: ${why}`, {}, cause);
}
