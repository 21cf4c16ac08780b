import { types } from 'node:util';
import type { RunOutcome } from '../tool/run-outcome.js';
import type { Redactor } from '../redaction/redactor.js';
import { keepHeadAndTail } from '../text/keep-head-and-tail.js';
import { CallFailure, type FailureFacts } from '../tool/call-failure.js';
import { ProcessOutput } from '../tool/process-output.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import { ToolOutput } from '../tool/tool-output.js';
import type { JsonValue } from '../tool/tool-result.js';
import { describeThrow } from './describe-throw.js';
import { invalidOutput } from './invalid-output.js';
import { judgeOutput } from './judge-output.js';
import { limitOutput } from './limit-output.js';
import { mapThrow } from './map-throw.js';
import { NO_COMPANIONS, NO_FACTS, type PlainOutput } from './plain-output.js';
import { readOutput, type ReadOutput } from './read-output.js';
import { readProcessOutput } from './read-process-output.js';

/** A JSON-safe output within its limit, and what is to be said about it. */
export interface NormalOutput {
  readonly output: JsonValue;
  readonly facts: FailureFacts;
}

/** Milliseconds that the application's code may take in this step. */
export interface NormalizeBudgets {
  readonly errorMapperTimeoutMs: number;
  readonly outputGuardTimeoutMs: number;
}

/**
 * Turns what a tool gave into an output. A promise only where a mapper or a guard gives one.
 *
 * @throws CallFailure for everything that isn't a success; or rejects with it
 */
export function normalizeOutcome(
  execution: ToolExecution,
  outcome: Exclude<RunOutcome, { kind: 'replayed' }>,
  redactor: Redactor,
  budgets: NormalizeBudgets,
): NormalOutput | Promise<NormalOutput> {
  const tool = execution.tool!;
  if (outcome.kind === 'stopped') throw stoppedFailure(execution, tool, outcome);
  const overrun: FailureFacts =
    outcome.overrunMs > 0 ? { overrunMs: Math.round(outcome.overrunMs * 1000) / 1000 } : NO_FACTS;
  if (outcome.kind === 'threw')
    return refuseThrown(execution, outcome.error, overrun, redactor, budgets.errorMapperTimeoutMs);
  if (!execution.executed) {
    throw new CallFailure('internal_error', 'the runner answered without having started the tool', overrun);
  }
  const read = readOutput(execution, tool, outcome.value, overrun, redactor);
  if (tool.outputGuards.length === 0) return finish(execution, tool, read, read);
  return finishJudged(execution, tool, read, budgets.outputGuardTimeoutMs);
}

function finishJudged(
  execution: ToolExecution,
  tool: RegisteredTool,
  read: ReadOutput,
  timeoutMs: number,
): NormalOutput | Promise<NormalOutput> {
  const refuse = (failure: unknown): never => {
    execution.returned = read.value;
    if (!CallFailure.is(failure)) throw failure;
    const { code, message, facts, cause } = failure;
    throw new CallFailure(code, message, { ...read.lasting, ...facts }, cause);
  };
  try {
    const judged = judgeOutput(execution, read, timeoutMs);
    if (!types.isPromise(judged)) return finish(execution, tool, read, judged as PlainOutput);
    return judged.then((output) => finish(execution, tool, read, output)).catch(refuse);
  } catch (failure) {
    return refuse(failure);
  }
}

/** Holds the output to its declared form and its limit. */
function finish(
  execution: ToolExecution,
  tool: RegisteredTool,
  { value: returned, lasting, maxChars }: ReadOutput,
  { value, companions, facts: form }: PlainOutput,
): NormalOutput {
  const facts =
    companions === NO_COMPANIONS && form === NO_FACTS
      ? lasting
      : withStderr({ ...lasting, ...form }, companions.stderr, maxChars);
  const wrong = tool.checkOutput?.(value);
  if (wrong !== undefined) {
    execution.returned = returned;
    throw invalidOutput(`its output is not what it declares: ${wrong}`, facts);
  }
  const { value: output, truncated, originalSize } = limitOutput(value, maxChars);
  if (truncated && tool.checkOutput !== undefined) {
    execution.returned = returned;
    throw invalidOutput(
      `its output has ${originalSize} characters, and at most ${maxChars} fit its declared form`,
      { ...facts, originalSize },
    );
  }
  const cut = truncated ? { ...facts, truncated, originalSize } : facts;
  if (companions === NO_COMPANIONS) return { output, facts: cut };
  const { stderr: _, ...others } = companions;
  return { output, facts: { ...cut, ...others } };
}

function withStderr(facts: FailureFacts, stderr: string | undefined, maxChars: number): FailureFacts {
  return stderr === undefined ? facts : { ...facts, stderr: keepHeadAndTail(stderr, maxChars).text };
}

/** @throws CallFailure always, or rejects with it */
function refuseThrown(
  execution: ToolExecution,
  thrown: unknown,
  overrun: FailureFacts,
  redactor: Redactor,
  timeoutMs: number,
): Promise<never> {
  if (CallFailure.is(thrown)) throw thrown; // stopped before it could start
  const mapped = mapThrow(execution, thrown, timeoutMs);
  const refuse = (error: unknown): never => {
    throw thrownFailure(execution, error ?? thrown, thrown, overrun, redactor);
  };
  return types.isPromise(mapped) ? mapped.then(refuse) : refuse(mapped);
}

/** @param cause what was thrown, where `error` is what a mapper made of it */
function thrownFailure(
  execution: ToolExecution,
  error: unknown,
  cause: unknown,
  overrun: FailureFacts,
  redactor: Redactor,
): CallFailure {
  const { errors, maxOutputChars } = execution.tool!;
  const { traceId } = execution;
  const { code, message, retryable, details } = describeThrow(error, { errors, traceId, redactor });
  const facts: FailureFacts =
    details === undefined
      ? overrun
      : { ...overrun, details: limitOutput(redactor.value(details), maxOutputChars).value };
  return new CallFailure(code, message, facts, cause, retryable);
}

function stoppedFailure(
  execution: ToolExecution,
  tool: RegisteredTool,
  { reason, ended, value: given }: Extract<RunOutcome, { kind: 'stopped' }>,
): CallFailure {
  const value = ToolOutput.isInstance(given) ? given.value : given;
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
