import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Redactor } from '../redaction/redactor.js';
import type { ToolResult } from '../tool/tool-result.js';
import { loggableCause } from './loggable-cause.js';
import { ToolCallLogEntry } from './tool-call.log-entry.js';
import { ToolTracer, type LateOutcome, type ToolSpan, type TracedCall } from './tool-tracer.js';

/** Faults of the application, not of the model. */
const ERRORS: ReadonlySet<string> = new Set([
  'internal_error',
  'unavailable',
  'outcome_unknown',
  'invalid_output',
]);

/**
 * One line a call through Nest's logger: what was called, by whom, how it ended, how long it took.
 * Neither arguments nor outputs. What caused a failure is logged at debug level, redacted.
 *
 * @publicApi
 */
@Injectable()
export class LoggerToolTracer extends ToolTracer {
  private readonly logger = new Logger('ToolExecutor');

  /** @param redactor masks causes. Default: the well-known secrets */
  constructor(@Optional() @Inject(Redactor) private readonly redactor: Redactor = new Redactor()) {
    super();
  }

  start(call: TracedCall): ToolSpan {
    return new LoggerSpan(this.logger, call, this.redactor);
  }
}

class LoggerSpan implements ToolSpan {
  constructor(
    private readonly logger: Logger,
    private readonly call: TracedCall,
    private readonly redactor: Redactor,
  ) {}

  end(result: ToolResult, cause?: unknown): void {
    const facts = { ...this.identity(), executed: result.metadata.executed, latencyMs: result.latencyMs };
    if (result.success) {
      this.logger.log(new ToolCallLogEntry('tool call succeeded', facts));
      return;
    }
    const { code, approvalId } = result.metadata;
    const failure = new ToolCallLogEntry('tool call failed', { ...facts, code, approvalId });
    if (ERRORS.has(code)) this.logger.error(failure);
    else this.logger.warn(failure);
    if (cause === undefined) return;
    const err = loggableCause(cause, this.redactor);
    this.logger.debug({ msg: 'cause of the failure', callId: this.call.callId, err });
  }

  late(outcome: LateOutcome): void {
    const how = 'error' in outcome ? 'threw' : 'returned';
    this.logger.warn(new ToolCallLogEntry(`the tool ${how} after its call had ended`, this.identity()));
  }

  private identity(): Record<string, unknown> {
    const { tool, callId, traceId, parentCallId, toolCallId, attempt, principalId, tenant } = this.call;
    return { tool, callId, traceId, parentCallId, toolCallId, attempt, principalId, tenant };
  }
}
