import type { ToolIntent, ToolRefusal } from './journal/tool-journal.js';
import { digestOfCall } from './permission/approval/call-digest.js';
import type { Redactor } from './redaction/redactor.js';
import { escapeControls } from './text/escape-controls.js';
import { displayNameOf, type CallSubject, type ToolExecution } from './tool/tool-execution.js';
import type { ToolPrincipal } from './tool/tool-principal.js';
import type { JsonObject, ToolResult } from './tool/tool-result.js';
import type { TracedCall } from './tracing/tool-tracer.js';

const MAX_RAW_ARGUMENT_CHARS = 4_000;
/** Longer texts are neither parsed nor searched for secrets as a whole. */
const MAX_PARSED_CHARS = 256 * 1024;

/**
 * An execution as tracers and journals see it: redacted, and computed when it is read. What isn't
 * redacted is out of reach: a tracer may print or serialise whatever it is given.
 */
export class ExecutionRecord implements TracedCall {
  readonly callId: string;
  readonly traceId: string;
  readonly parentCallId: string | undefined;
  readonly toolCallId: string | undefined;
  readonly attempt: number;
  readonly startedAt: number;
  readonly conversationId: string | undefined;
  readonly idempotencyKey: string | undefined;
  approvalId: string | undefined;
  readonly #principal: ToolPrincipal | undefined;
  readonly #subject: CallSubject;
  readonly #redactor: Redactor;
  #masked: JsonObject | string | null | undefined;
  #bound: string | undefined;

  /** Keeps what it needs and not the execution: a record outlives the request by far. */
  constructor(execution: ToolExecution, redactor: Redactor) {
    this.callId = execution.callId;
    this.traceId = execution.traceId;
    this.parentCallId = execution.parentCallId;
    this.toolCallId = execution.toolCallId;
    this.attempt = execution.attempt;
    this.startedAt = execution.startedAt;
    this.conversationId = execution.context.conversationId;
    this.idempotencyKey = execution.context.idempotencyKey;
    this.#principal = execution.context.principal;
    this.#subject = execution.subject;
    this.#redactor = redactor;
  }

  /** Once validated: the arguments are canonical then. */
  asIntent(): ToolIntent {
    return this as ToolIntent & this;
  }

  /** The name of a registered tool; whatever else a model asked for may hold a secret. */
  get tool(): string {
    return this.#subject.tool?.definition.name ?? this.#redactor.text(displayNameOf(this.#subject));
  }
  get principalId(): string | undefined {
    return this.#principal?.id;
  }
  get tenant(): string | undefined {
    return this.#principal?.tenant;
  }
  get schemaHash(): string {
    return this.#subject.tool!.definition.schemaHash;
  }
  get effects(): ToolIntent['effects'] {
    return this.#subject.tool!.definition.traits.effects;
  }
  get digest(): string {
    const { tool, canonical } = this.#subject;
    return (this.#bound ??= digestOfCall(tool!.definition, canonical!, this.#principal));
  }

  /** Canonical once they are validated; before that, or where they are refused, what came. */
  get arguments(): JsonObject | string | null {
    const { canonical, tool } = this.#subject;
    if (canonical === undefined) return this.#rawArguments();
    return (this.#masked ??= this.#redactor.value(canonical, tool!.parameters.sensitivePaths) as JsonObject);
  }

  toJSON(): object {
    const { tool, principalId, tenant } = this;
    const isValid = this.#subject.canonical !== undefined;
    const bound = isValid
      ? { schemaHash: this.schemaHash, effects: this.effects, digest: this.digest }
      : undefined;
    return { ...this, tool, principalId, tenant, ...bound, arguments: this.arguments };
  }

  #rawArguments(): JsonObject | string | null {
    const { rawArguments, tool } = this.#subject;
    if (rawArguments === undefined || rawArguments === null) return null;
    const sensitivePaths = tool?.parameters.sensitivePaths ?? [];
    const value = typeof rawArguments === 'string' ? parsedOrText(rawArguments) : rawArguments;
    if (typeof value === 'string') {
      // Only a parsed form can be masked by path.
      if (sensitivePaths.length > 0)
        return `[${value.length} characters left out: the tool has sensitive arguments]`;
      return escapeControls(this.#redactor.text(value), MAX_RAW_ARGUMENT_CHARS);
    }
    const masked = this.#redactor.value(value, sensitivePaths);
    const text = JSON.stringify(masked);
    return text.length > MAX_RAW_ARGUMENT_CHARS
      ? escapeControls(text, MAX_RAW_ARGUMENT_CHARS)
      : (masked as JsonObject);
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

/** Opened as the intake gate does: JSON within a JSON string is unwrapped once. */
function parsedOrText(text: string): unknown {
  if (text.length > MAX_PARSED_CHARS) return text.slice(0, MAX_PARSED_CHARS);
  const value = parsed(text);
  return typeof value === 'string' ? parsed(value) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
