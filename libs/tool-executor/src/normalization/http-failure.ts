import type { Redactor } from '../redaction/redactor.js';
import { maskedJson } from './masked-json.js';

/** What a Nest HttpException says about a call. */
export interface HttpFailure {
  /** A 4xx status: the message is meant for the caller. */
  readonly isCallersFault: boolean;
  readonly message: string;
  readonly retryable: boolean | undefined;
}

/**
 * Reads a Nest HttpException; `undefined` for anything else. It is told by its two methods, since
 * an application may have two copies of `@nestjs/common`.
 */
export function httpFailureOf(thrown: unknown, redactor?: Redactor): HttpFailure | undefined {
  try {
    const exception = thrown as { getStatus?: unknown; getResponse?: unknown } | null | undefined;
    if (typeof exception?.getStatus !== 'function' || typeof exception.getResponse !== 'function')
      return undefined;
    const status: unknown = exception.getStatus();
    if (typeof status !== 'number' || status < 400 || status > 599) return undefined;
    const isCallersFault = status < 500;
    const retryable = status === 429 || status === 503 ? true : isCallersFault ? false : undefined;
    return { isCallersFault, message: messageOf(exception.getResponse(), exception, redactor), retryable };
  } catch {
    return undefined;
  }
}

/** The ValidationPipe gives an array of messages; an application may give any object as the response. */
function messageOf(response: unknown, exception: object, redactor: Redactor | undefined): string {
  if (typeof response === 'string') return response;
  const message = (response as { message?: unknown } | null | undefined)?.message;
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) {
    return message
      .map((part: unknown) => (typeof part === 'string' ? part : maskedJson(part, redactor)))
      .join('; ');
  }
  if (typeof response === 'object' && response !== null) return maskedJson(response, redactor);
  const own = (exception as { message?: unknown }).message;
  return typeof own === 'string' ? own : '';
}
