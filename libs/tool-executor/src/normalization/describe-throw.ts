import type { Redactor } from '../redaction/redactor.js';
import { ToolError, type ToolErrorCode } from '../tool/tool-error.js';
import { errorText } from './error-text.js';
import { httpFailureOf } from './http-failure.js';
import { thrownText } from './thrown-text.js';

/** What a throw tells the model and the program. */
export interface ThrowDescription {
  readonly code: ToolErrorCode;
  /** Never empty; at most 4,000 UTF-16 units, well-formed, redacted. */
  readonly message: string;
  /** What the error itself says about it; `undefined` if it says nothing. */
  readonly retryable: boolean | undefined;
  /** Of a ToolError, raw. */
  readonly details: unknown;
}

export interface DescribeThrowOptions {
  /** `masked`: a neutral sentence with the trace id for all but a ToolError and a 4xx HttpException. */
  readonly errors: 'plain' | 'masked';
  readonly traceId: string;
  /** Masks before anything is cut: a cut could leave half of a secret. Default: nothing is masked */
  readonly redactor?: Redactor;
}

const NO_MESSAGE = 'the tool failed without a message';
const CODES: ReadonlySet<unknown> = new Set<ToolErrorCode>([
  'tool_error',
  'permission_denied',
  'invalid_arguments',
  'unavailable',
  'overloaded',
]);

/**
 * What anything that was thrown means. Never throws itself, and doesn't touch what was thrown.
 *
 * A ToolError speaks for itself. A Nest HttpException with a 4xx status keeps its message; 429 and
 * 503 may be tried again, other 4xx may not. Anything else gives its message and nothing more: no
 * stack, no cause, no fields.
 */
export function describeThrow(thrown: unknown, options: DescribeThrowOptions): ThrowDescription {
  const { redactor } = options;
  if (ToolError.isInstance(thrown)) return describeToolError(thrown, redactor);
  const http = httpFailureOf(thrown, redactor);
  const retryable = http?.retryable;
  if (options.errors === 'masked' && http?.isCallersFault !== true) {
    const message = `the tool failed; the details are in the trace ${options.traceId}`;
    return { code: 'tool_error', message, retryable, details: undefined };
  }
  const message = errorText(http?.message ?? thrownText(thrown, redactor), redactor) || NO_MESSAGE;
  return { code: 'tool_error', message, retryable, details: undefined };
}

function describeToolError(error: ToolError, redactor: Redactor | undefined): ThrowDescription {
  const code = read(error, 'code');
  const retryable = read(error, 'retryable');
  const message = read(error, 'message');
  return {
    code: CODES.has(code) ? (code as ToolErrorCode) : 'tool_error',
    message: (typeof message === 'string' && errorText(message, redactor)) || NO_MESSAGE,
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
    details: read(error, 'details'),
  };
}

function read(error: ToolError, key: 'code' | 'retryable' | 'message' | 'details'): unknown {
  try {
    return error[key];
  } catch {
    return undefined;
  }
}
