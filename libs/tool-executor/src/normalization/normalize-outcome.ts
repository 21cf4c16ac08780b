import type { RunOutcome } from '../tool/run-outcome.js';
import type { Redactor } from '../redaction/redactor.js';
import { CallFailure, type FailureFacts } from '../tool/call-failure.js';
import { ProcessOutput } from '../tool/process-output.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { JsonValue } from '../tool/tool-result.js';
import { describeThrow } from './describe-throw.js';
import { limitOutput } from './limit-output.js';
import { readProcessOutput } from './read-process-output.js';
import { toJsonValue } from './to-json-value.js';

/** A JSON-safe output within its limit, and what is to be said about it. */
export interface NormalOutput {
  readonly output: JsonValue;
  readonly facts: FailureFacts;
}

/**
 * Turns what a tool gave into an output.
 *
 * @throws CallFailure for everything that isn't a success
 */
export function normalizeOutcome(
  execution: ToolExecution,
  outcome: Exclude<RunOutcome, { kind: 'replayed' }>,
  redactor: Redactor,
): NormalOutput {
  const tool = execution.tool!;
  if (outcome.kind === 'stopped') throw stoppedFailure(execution, tool, outcome);
  const overrun: FailureFacts =
    outcome.overrunMs > 0 ? { overrunMs: Math.round(outcome.overrunMs * 1000) / 1000 } : {};
  if (outcome.kind === 'threw') throw thrownFailure(execution, tool, outcome.error, overrun, redactor);
  if (!execution.executed) {
    throw new CallFailure('internal_error', 'the runner answered without having started the tool', overrun);
  }
  if (ProcessOutput.isInstance(outcome.value))
    return processOutput(execution, tool, outcome.value, overrun, redactor);
  return valueOutput(execution, tool, outcome.value, overrun);
}

function valueOutput(
  execution: ToolExecution,
  tool: RegisteredTool,
  value: unknown,
  overrun: FailureFacts,
): NormalOutput {
  const { value: plain, notes } = toJsonValue(value);
  const facts: FailureFacts = notes.length > 0 ? { ...overrun, notes } : overrun;
  return finish(execution, tool, plain, facts);
}

function finish(
  execution: ToolExecution,
  tool: RegisteredTool,
  plain: JsonValue,
  facts: FailureFacts,
): NormalOutput {
  refuseUndeclared(execution, tool, plain, facts);
  const limited = limitOutput(plain, tool.maxOutputChars);
  if (!limited.truncated) return { output: limited.value, facts };
  if (tool.checkOutput !== undefined) {
    execution.returned = plain;
    throw new CallFailure(
      'invalid_output',
      `the tool ran, but its output has ${limited.originalSize} characters, and at most ${tool.maxOutputChars} fit its declared form`,
      { ...facts, originalSize: limited.originalSize },
    );
  }
  return { output: limited.value, facts: { ...facts, truncated: true, originalSize: limited.originalSize } };
}

/** @throws CallFailure `invalid_output` when the output is not what the tool declares */
function refuseUndeclared(
  execution: ToolExecution,
  tool: RegisteredTool,
  output: JsonValue,
  facts: FailureFacts,
): void {
  const wrong = tool.checkOutput?.(output);
  if (wrong === undefined) return;
  execution.returned = output;
  throw new CallFailure(
    'invalid_output',
    `the tool ran, but its output is not what it declares: ${wrong}`,
    facts,
  );
}

function processOutput(
  execution: ToolExecution,
  tool: RegisteredTool,
  value: ProcessOutput,
  overrun: FailureFacts,
  redactor: Redactor,
): NormalOutput {
  const read = readProcessOutput(value, tool.maxOutputChars, (text) => redactor.text(text));
  const facts = { ...read.metadata, ...overrun };
  if (!read.success) throw new CallFailure('tool_error', read.error, facts);
  refuseUndeclared(execution, tool, read.output, facts);
  return { output: read.output, facts };
}

function thrownFailure(
  execution: ToolExecution,
  tool: RegisteredTool,
  thrown: unknown,
  overrun: FailureFacts,
  redactor: Redactor,
): CallFailure {
  if (CallFailure.is(thrown)) return thrown; // stopped before it could start
  const { code, message, retryable, details } = describeThrow(thrown, {
    errors: tool.errors,
    traceId: execution.traceId,
    redactor,
  });
  const facts: FailureFacts =
    details === undefined
      ? overrun
      : { ...overrun, details: limitOutput(redactor.value(details), tool.maxOutputChars).value };
  return new CallFailure(code, message, facts, thrown, retryable);
}

function stoppedFailure(
  execution: ToolExecution,
  tool: RegisteredTool,
  { reason, ended, value }: Extract<RunOutcome, { kind: 'stopped' }>,
): CallFailure {
  const stopped = ended || !execution.executed;
  const rest = stopped ? '' : '; it was told to stop, and its work may still be running';
  const facts: FailureFacts = { ...(ended ? partialOutput(tool, value) : {}), stopped };
  if (ended && value !== undefined) execution.returned = value;
  return new CallFailure(reason.code, `${reason.message}${rest}`, facts, reason);
}

/** What a stopped process had printed. */
function partialOutput(tool: RegisteredTool, value: unknown): FailureFacts {
  if (!ProcessOutput.isInstance(value)) return {};
  const { metadata, ...read } = readProcessOutput(value, tool.maxOutputChars);
  if (read.success && typeof read.output === 'string') return { ...metadata, stdout: read.output };
  return metadata;
}
