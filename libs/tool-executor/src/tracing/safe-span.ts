import { Logger } from '@nestjs/common';
import { isThenable } from '../time/is-thenable.js';
import type { ToolResult } from '../tool/tool-result.js';
import type { LateOutcome, ToolSpan, ToolTracer, TracedCall } from './tool-tracer.js';

const logger = new Logger('ToolExecutor');
const MAX_WARNINGS = 10;
let warnings = 0;

/** Starts a span; a tracer that throws or rejects changes nothing for the call. */
export function startSpan(tracer: ToolTracer, call: TracedCall): ToolSpan {
  try {
    const span = tracer.start(call);
    if (!isThenable(span)) return new SafeSpan(span);
    warn('start', new TypeError('it gave a promise, and a span is needed at once'));
    warnOfRejection('start', span);
    return NO_SPAN;
  } catch (error) {
    warn('start', error);
    return NO_SPAN;
  }
}

/** The active trace id, if the tracer knows one and says it properly. */
export function activeTraceId(tracer: ToolTracer): string | undefined {
  try {
    const id: unknown = tracer.activeTraceId();
    if (typeof id === 'string') return TRACE_ID.test(id) ? id : undefined;
    warnOfRejection('activeTraceId', id);
    return undefined;
  } catch {
    return undefined;
  }
}

const TRACE_ID = /^[0-9a-f]{32}$/;

class SafeSpan implements ToolSpan {
  constructor(private readonly span: ToolSpan) {}

  end(result: ToolResult, cause?: unknown): void {
    try {
      warnOfRejection('end', this.span.end(result, cause));
    } catch (error) {
      warn('end', error);
    }
  }

  late(outcome: LateOutcome): void {
    try {
      warnOfRejection('late', this.span.late?.(outcome));
    } catch (error) {
      warn('late', error);
    }
  }
}

const NO_SPAN: ToolSpan = { end: () => {} };

/** Nobody waits for a tracer, so a promise of it would reject unhandled. */
function warnOfRejection(step: string, answer: unknown): void {
  if (isThenable(answer)) Promise.resolve(answer).catch((error: unknown) => warn(step, error));
}

// A broken tracer must not fill the log it could not write.
function warn(step: string, error: unknown): void {
  if (warnings >= MAX_WARNINGS) return;
  warnings += 1;
  const last = warnings === MAX_WARNINGS ? ' (further failures are not logged)' : '';
  logger.warn({ msg: `a ToolTracer failed on ${step}()${last}`, err: error });
}
