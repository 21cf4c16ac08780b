import { keepHeadAndTail } from '../text/keep-head-and-tail.js';
import type { ProcessOutput } from '../tool/process-output.js';
import type { JsonValue, ToolResultMetadata } from '../tool/tool-result.js';
import { limitOutput } from './limit-output.js';
import { plainProcessText, readableProcessText } from './process-text.js';
import { toJsonValue, type JsonCopy } from './to-json-value.js';

/** The facts about a process that go into `metadata`; only those that apply. */
export type ProcessMetadata = Pick<
  ToolResultMetadata,
  | 'stdout'
  | 'stderr'
  | 'exitCode'
  | 'signal'
  | 'truncated'
  | 'originalSize'
  | 'parseFailed'
  | 'details'
  | 'notes'
>;

/** What a process output means. */
export type ProcessReading =
  | { readonly success: true; readonly output: JsonValue; readonly metadata: ProcessMetadata }
  | { readonly success: false; readonly error: string; readonly metadata: ProcessMetadata };

type Draft = { -readonly [Key in keyof ProcessMetadata]: ProcessMetadata[Key] };

/**
 * Applies the process rules: the exit code alone decides, stderr never does. Each of output,
 * error, stdout and stderr has at most `output.maxOutputChars` UTF-16 units.
 *
 * The error begins with what happened (`exit code 3`), then says what is on stderr, or on stdout
 * if stderr is empty: compilers and test runners print there. With `outputFormat: 'json'`, stdout
 * that isn't exactly one JSON document stays text, with `parseFailed: true`.
 *
 * @param maxOutputChars where the output has no limit of its own
 * @param redact masks secrets in what becomes part of the error, before it is cut: a cut could
 *   split a secret and leave half of it
 */
export function readProcessOutput(
  output: ProcessOutput,
  maxOutputChars: number,
  redact: (text: string) => string = (text) => text,
): ProcessReading {
  const maxChars = output.maxOutputChars ?? maxOutputChars;
  const stdout = readStream(output.stdout, output.stdoutSize, maxChars);
  const stderr = readStream(output.stderr, output.stderrSize, maxChars);
  const metadata: Draft = { exitCode: output.exitCode };
  if (output.signal !== null) metadata.signal = output.signal;
  if (stderr.kept !== '') metadata.stderr = stderr.kept;
  const parsed = output.outputFormat === 'json' ? parse(output.stdout) : undefined;
  const limited = parsed && limitOutput(parsed.value, maxChars);
  if (parsed !== undefined && parsed.notes.length > 0) metadata.notes = parsed.notes;

  const failure = failureOf(output);
  if (failure !== undefined) {
    if (stdout.kept !== '') metadata.stdout = stdout.kept;
    if (limited !== undefined) metadata.details = limited.value;
    noteCut(metadata, stdout.cutFrom ?? stderr.cutFrom);
    return {
      success: false,
      error: errorOf(failure, redact(stderr.text.trim() === '' ? stdout.text : stderr.text), maxChars),
      metadata,
    };
  }
  if (limited === undefined) {
    if (output.outputFormat === 'json') metadata.parseFailed = true;
    noteCut(metadata, stdout.cutFrom ?? stderr.cutFrom);
    return { success: true, output: stdout.kept, metadata };
  }
  noteCut(metadata, limited.truncated ? limited.originalSize : stderr.cutFrom);
  return { success: true, output: limited.value, metadata };
}

interface StreamText {
  readonly text: string;
  /** The text within the limit. */
  readonly kept: string;
  /** How long the text was, if something was cut out, here or before. */
  readonly cutFrom: number | undefined;
}

function readStream(printed: string, size: number, maxChars: number): StreamText {
  const wasCut = size > printed.length;
  const text = readableProcessText(printed, !wasCut);
  const kept = keepHeadAndTail(text, maxChars);
  return { text, kept: kept.text, cutFrom: wasCut ? size : kept.truncated ? kept.originalSize : undefined };
}

function noteCut(metadata: Draft, cutFrom: number | undefined): void {
  if (cutFrom === undefined) return;
  metadata.truncated = true;
  metadata.originalSize = cutFrom;
}

function failureOf(output: ProcessOutput): string | undefined {
  if (output.stoppedBecause !== undefined)
    return `stopped: ${output.stoppedBecause || 'for no given reason'}`;
  if (output.signal !== null) return `ended by signal ${output.signal}`;
  if (output.exitCode === null) return 'ended without an exit code';
  return output.okExitCodes.includes(output.exitCode) ? undefined : `exit code ${output.exitCode}`;
}

function errorOf(failure: string, printed: string, maxChars: number): string {
  const said = printed.trim() === '' ? '' : printed;
  if (said === '') return keepHeadAndTail(failure, maxChars).text;
  const room = maxChars - failure.length - 1;
  // Under a very small limit, what happened matters more than what was printed.
  return room > 0
    ? `${failure}\n${keepHeadAndTail(said, room).text}`
    : keepHeadAndTail(failure, maxChars).text;
}

function parse(stdout: string): JsonCopy | undefined {
  try {
    return toJsonValue(JSON.parse(plainProcessText(stdout)));
  } catch {
    return undefined;
  }
}
