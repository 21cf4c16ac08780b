import { Injectable, Logger } from '@nestjs/common';
import type { ToolResult } from '../tool/tool-result.js';
import { ToolTracer, type LateOutcome, type ToolSpan, type TracedCall } from './tool-tracer.js';

/** Faults of the application, not of the model. */
const ERRORS: ReadonlySet<string> = new Set(['internal_error', 'unavailable', 'outcome_unknown', 'invalid_output']);

/**
 * One line a call through Nest's logger: what was called, by whom, how it ended, how long it took.
 * Neither arguments nor outputs. The raw cause is logged at debug level.
 *
 * @publicApi
 */
@Injectable()
export class LoggerToolTracer extends ToolTracer {
  private readonly logger = new Logger('ToolExecutor');

  start(call: TracedCall): ToolSpan {
    return new LoggerSpan(this.logger, call);
  }
}

class LoggerSpan implements ToolSpan {
  constructor(
    private readonly logger: Logger,
    private readonly call: TracedCall,
  ) {}

  end(result: ToolResult, cause?: unknown): void {
    const facts = { ...this.identity(), executed: result.metadata.executed, latencyMs: result.latencyMs };
    if (result.success) {
      this.logger.log({ msg: 'tool call succeeded', ...facts });
      return;
    }
    const { code, approvalId } = result.metadata;
    const failure = { msg: 'tool call failed', ...facts, code, ...(approvalId === undefined ? {} : { approvalId }) };
    if (ERRORS.has(code)) this.logger.error(failure);
    else this.logger.warn(failure);
    if (cause !== undefined) this.logger.debug({ msg: 'cause of the failure', callId: this.call.callId, err: cause });
  }

  late(outcome: LateOutcome): void {
    const how = 'error' in outcome ? 'threw' : 'returned';
    this.logger.warn({ msg: `the tool ${how} after its call had ended`, ...this.identity() });
  }

  private identity(): Record<string, unknown> {
    const { tool, callId, traceId, parentCallId, toolCallId, attempt, principalId, tenant } = this.call;
    return { tool, callId, traceId, parentCallId, toolCallId, attempt, principalId, tenant };
  }
}
