import type { ToolIntent, ToolRefusal } from './journal/tool-journal.js';
import { digestOfCall } from './permission/approval/call-digest.js';
import type { Redactor } from './redaction/redactor.js';
import { escapeControls } from './text/escape-controls.js';
import type { CallSubject, ToolExecution } from './tool/tool-execution.js';
import type { ToolPrincipal } from './tool/tool-principal.js';
import type { JsonObject, ToolResult } from './tool/tool-result.js';
import type { TracedCall } from './tracing/tool-tracer.js';

const MAX_RAW_ARGUMENT_CHARS = 4_000;

/** An execution as tracers and journals see it: redacted, and computed when it is read. */
export class ExecutionRecord implements TracedCall {
  readonly callId: string;
  readonly traceId: string;
  readonly parentCallId: string | undefined;
  readonly toolCallId: string | undefined;
  readonly tool: string;
  readonly attempt: number;
  readonly startedAt: number;
  readonly conversationId: string | undefined;
  readonly idempotencyKey: string | undefined;
  approvalId: string | undefined;
  private readonly principal: ToolPrincipal | undefined;
  private readonly subject: CallSubject;
  private masked: JsonObject | string | null | undefined;
  private bound: string | undefined;

  /** Keeps what it needs and not the execution: a record outlives the request by far. */
  constructor(
    execution: ToolExecution,
    private readonly redactor: Redactor,
  ) {
    this.callId = execution.callId;
    this.traceId = execution.traceId;
    this.parentCallId = execution.parentCallId;
    this.toolCallId = execution.toolCallId;
    this.tool = execution.displayName;
    this.attempt = execution.attempt;
    this.startedAt = execution.startedAt;
    this.conversationId = execution.context.conversationId;
    this.idempotencyKey = execution.context.idempotencyKey;
    this.principal = execution.context.principal;
    this.subject = execution.subject;
  }

  /** Once validated: the arguments are canonical then. */
  asIntent(): ToolIntent {
    return this as ToolIntent & this;
  }

  get principalId(): string | undefined {
    return this.principal?.id;
  }
  get tenant(): string | undefined {
    return this.principal?.tenant;
  }
  get schemaHash(): string {
    return this.subject.tool!.definition.schemaHash;
  }
  get effects(): ToolIntent['effects'] {
    return this.subject.tool!.definition.traits.effects;
  }
  get digest(): string {
    const { tool, canonical } = this.subject;
    return (this.bound ??= digestOfCall(tool!.definition, canonical!, this.principal));
  }

  /** Canonical once they are validated; before that, or where they are refused, what came. */
  get arguments(): JsonObject | string | null {
    const { canonical, tool } = this.subject;
    if (canonical === undefined) return this.rawArguments();
    return (this.masked ??= this.redactor.value(canonical, tool!.parameters.sensitivePaths) as JsonObject);
  }

  private rawArguments(): JsonObject | string | null {
    const { rawArguments, tool } = this.subject;
    if (rawArguments === undefined || rawArguments === null) return null;
    // Text that isn't known to be valid may hold a @Sensitive() field: only its parsed form can be masked by path.
    const value = typeof rawArguments === 'string' ? parsedOrText(rawArguments) : rawArguments;
    if (typeof value === 'string') return escapeControls(this.redactor.text(value), MAX_RAW_ARGUMENT_CHARS);
    const masked = this.redactor.value(value, tool?.parameters.sensitivePaths);
    const text = JSON.stringify(masked);
    return text.length > MAX_RAW_ARGUMENT_CHARS ? escapeControls(text, MAX_RAW_ARGUMENT_CHARS) : (masked as JsonObject);
  }
}

/** What the journal keeps of a call that didn't run. */
export function refusalOf(record: ExecutionRecord, result: ToolResult): ToolRefusal {
  return {
    callId: record.callId,
    toolCallId: record.toolCallId,
    parentCallId: record.parentCallId,
    traceId: record.traceId,
    conversationId: record.conversationId,
    tenant: record.tenant,
    principalId: record.principalId,
    tool: record.tool,
    attempt: record.attempt,
    arguments: record.arguments,
    startedAt: record.startedAt,
    result,
  };
}

function parsedOrText(text: string): unknown {
  if (text.length > MAX_RAW_ARGUMENT_CHARS) return text.slice(0, MAX_RAW_ARGUMENT_CHARS);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
