import { recordEnd } from './journal/record-call.js';
import type { ToolJournal } from './journal/tool-journal.js';
import { freezeResult } from './normalization/make-result.js';
import { RedactedResult } from './redaction/redacted-result.js';
import type { Redactor } from './redaction/redactor.js';
import { isThenable } from './time/is-thenable.js';
import { noteResult } from './tool/count-call.js';
import type { ToolExecution } from './tool/tool-execution.js';
import type { ToolResult } from './tool/tool-result.js';
import { ExecutionRecord, refusalOf } from './tool-executor.records.js';
import { startSpan } from './tracing/safe-span.js';
import type { LateOutcome, ToolSpan, ToolTracer } from './tracing/tool-tracer.js';

export interface TracePorts {
  readonly tracer: ToolTracer;
  readonly journal: ToolJournal;
  readonly redactor: Redactor;
  readonly journalTimeoutMs: number;
}

/** Step 6 of one call: its span, from the start on, and the record of how it ended. */
export class CallTrace {
  readonly record: ExecutionRecord;
  private readonly span: ToolSpan;

  constructor(
    private readonly execution: ToolExecution,
    private readonly ports: TracePorts,
  ) {
    this.record = new ExecutionRecord(execution, ports.redactor);
    this.span = startSpan(ports.tracer, this.record);
  }

  /** The tool gave something after its call had settled. */
  late(outcome: LateOutcome): void {
    this.span.late?.(outcome);
  }

  /** Records how the call ended, freezes its result and ends the span. Never throws. */
  end(result: ToolResult, cause: unknown): void | Promise<void> {
    const masked = RedactedResult.of(result, this.ports.redactor);
    const recorded = this.recordEnd(masked);
    if (!isThenable(recorded)) return this.settle(result, masked, cause, recorded);
    return recorded.then((known) => this.settle(result, masked, cause, known));
  }

  private recordEnd(masked: ToolResult): boolean | Promise<boolean> {
    const { begun, replayed, returned, callId } = this.execution;
    const { journal, redactor, journalTimeoutMs } = this.ports;
    if (replayed) return true;
    if (!begun) return recordEnd(() => journal.refuse(refusalOf(this.record, masked)), journalTimeoutMs);
    const kept = returned === undefined ? undefined : redactor.value(returned);
    const outcome = { callId, endedAt: Date.now(), result: masked, returned: kept };
    return recordEnd(() => journal.finish(outcome), journalTimeoutMs);
  }

  private settle(result: ToolResult, masked: ToolResult, cause: unknown, recorded: boolean): void {
    if (!recorded) (result.metadata as { recorded?: boolean }).recorded = false;
    freezeResult(result);
    noteResult(this.execution, result);
    this.execution.close();
    this.span.end(masked, cause);
  }
}
