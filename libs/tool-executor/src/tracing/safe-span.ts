import { Logger } from '@nestjs/common';
import type { ToolResult } from '../tool/tool-result.js';
import type { LateOutcome, ToolSpan, ToolTracer, TracedCall } from './tool-tracer.js';

const logger = new Logger('ToolExecutor');
const MAX_WARNINGS = 10;
let warnings = 0;

/** Starts a span; a tracer that throws or rejects changes nothing for the call. */
export function startSpan(tracer: ToolTracer, call: TracedCall): ToolSpan {
  try {
    return new SafeSpan(tracer.start(call));
  } catch (error) {
    warn('start', error);
    return NO_SPAN;
  }
}

/** The active trace id, if the tracer knows one and says it properly. */
export function activeTraceId(tracer: ToolTracer): string | undefined {
  try {
    const id: unknown = tracer.activeTraceId();
    return typeof id === 'string' && TRACE_ID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

const TRACE_ID = /^[0-9a-f]{32}$/;

class SafeSpan implements ToolSpan {
  constructor(private readonly span: ToolSpan) {}

  end(result: ToolResult, cause?: unknown): void {
    try {
      const answer: unknown = this.span.end(result, cause);
      if (answer instanceof Promise) answer.catch((error: unknown) => warn('end', error));
    } catch (error) {
      warn('end', error);
    }
  }

  late(outcome: LateOutcome): void {
    try {
      this.span.late?.(outcome);
    } catch (error) {
      warn('late', error);
    }
  }
}

const NO_SPAN: ToolSpan = { end: () => {} };

// A broken tracer must not fill the log it could not write.
function warn(step: string, error: unknown): void {
  if (warnings >= MAX_WARNINGS) return;
  warnings += 1;
  const last = warnings === MAX_WARNINGS ? ' (further failures are not logged)' : '';
  logger.warn({ msg: `a ToolTracer failed on ${step}()${last}`, err: error });
}
