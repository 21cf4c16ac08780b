import type { Redactor } from '../redaction/redactor.js';
import { keepHeadAndTail } from '../text/keep-head-and-tail.js';
import { CallFailure, type FailureFacts } from '../tool/call-failure.js';
import { TOOL_FAILURE_CODES } from '../tool/tool-failure-code.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type {
  JsonValue,
  ToolFailure,
  ToolResult,
  ToolResultMetadata,
  ToolSuccess,
} from '../tool/tool-result.js';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes the success of a call. `output` and `facts` are JSON-safe and belong to the result. */
export function makeSuccess(execution: ToolExecution, output: JsonValue, facts: FailureFacts): ToolSuccess {
  const metadata = describe(execution);
  Object.assign(metadata, facts);
  if (execution.tool!.definition.traits.returnDirect) metadata.returnDirect = true;
  return { success: true, output, error: null, latencyMs: execution.latencyMs(), metadata };
}

/** Makes the failure of a call. The text is redacted and cut to the limit. */
export function makeFailure(
  execution: ToolExecution,
  failure: CallFailure,
  redactor: Redactor,
  maxOutputChars: number,
): ToolFailure {
  const cut = keepHeadAndTail(maskedText(failure, redactor), maxOutputChars);
  const metadata = describe(execution) as Writable<ToolFailure['metadata']>;
  Object.assign(metadata, failure.facts);
  metadata.code = failure.code;
  metadata.retryable = isRetryable(execution, failure);
  if (cut.truncated) {
    metadata.truncated = true;
    metadata.originalSize ??= cut.originalSize;
  }
  return {
    success: false,
    output: null,
    error: cut.text.trim() === '' ? TOOL_FAILURE_CODES[failure.code].meaning : cut.text,
    latencyMs: execution.latencyMs(),
    metadata,
  };
}

/** The recorded result of an earlier call, as the answer to this one. */
export function makeReplay(execution: ToolExecution, recorded: ToolResult): ToolResult {
  const { success, output, error, metadata } = recorded;
  const { callId, traceId, attempt, toolCallId } = describe(execution);
  return {
    success,
    output,
    error,
    latencyMs: execution.latencyMs(),
    metadata: {
      ...metadata,
      callId,
      traceId,
      attempt,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      replayed: true,
    },
  } as ToolResult;
}

/** Freezes a result all the way down: journal, tracer and caller share it. */
export function freezeResult<Result extends ToolResult>(result: Result): Result {
  return freezeDeep(result) as Result;
}

/** The last line of defence: a redactor that fails must not let the text through, nor the call throw. */
function maskedText(failure: CallFailure, redactor: Redactor): string {
  try {
    return redactor.text(failure.message);
  } catch {
    return TOOL_FAILURE_CODES[failure.code].meaning;
  }
}

function describe(execution: ToolExecution): Writable<ToolResultMetadata> {
  const metadata: Writable<ToolResultMetadata> = {
    tool: execution.displayName,
    callId: execution.callId,
    traceId: execution.traceId,
    attempt: execution.attempt,
    executed: execution.executed,
    isolation: execution.executed ? execution.tool!.definition.traits.isolation : null,
  };
  if (execution.toolCallId !== undefined) metadata.toolCallId = execution.toolCallId;
  if (execution.parentCallId !== undefined) metadata.parentCallId = execution.parentCallId;
  if (execution.coerced.length > 0) metadata.coerced = execution.coerced;
  if (execution.stripped.length > 0) metadata.stripped = execution.stripped;
  return metadata;
}

/** A fact, not advice: see the table of codes. */
function isRetryable(execution: ToolExecution, { code, retryable }: CallFailure): boolean {
  const rule = TOOL_FAILURE_CODES[code].retryable;
  if (rule === 'no' || retryable === false) return false;
  const unsafe = execution.tool?.definition.traits.effects === 'unsafe';
  if (execution.executed && unsafe) return false;
  return true;
}

function freezeDeep(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) freezeDeep((value as Record<string, unknown>)[key]);
  return value;
}
