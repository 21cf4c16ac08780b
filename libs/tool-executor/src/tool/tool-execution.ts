import { uuidV7 } from '../identity/uuid-v7.js';
import { escapeControls } from '../text/escape-controls.js';
import { CallFailure } from './call-failure.js';
import { CallStop } from './call-stop.js';
import { PARENT_CALL } from './parent-call.js';
import { readContext } from './read-context.js';
import type { RegisteredTool } from './registered-tool.js';
import type { ToolContext } from './tool-context.js';
import type { ToolExecutionContext } from './tool-execution-context.js';
import type { JsonObject } from './tool-result.js';
import { ToolStoppedError } from './tool-stopped.error.js';

const NOTHING: readonly string[] = Object.freeze([]);
const MAX_NAME_CHARS = 128;
const MAX_CALL_ID_CHARS = 512;

/** What a call is about. Records hold on to this, and to nothing else of an execution. */
export interface CallSubject {
  /** What the model asked for, as it is. */
  name: unknown;
  /** As it came; let go once the canonical form is known. */
  rawArguments: unknown;
  tool: RegisteredTool | undefined;
  canonical: JsonObject | undefined;
}

/**
 * One execution of a call: what is known about it, step by step. Each step fills in its part; the
 * caller's objects are read once, here.
 */
export class ToolExecution {
  /** Epoch milliseconds. */
  readonly startedAt = Date.now();
  private readonly startedTick = performance.now();
  readonly callId = uuidV7(this.startedAt);
  readonly stop = new CallStop();

  readonly subject: CallSubject = {
    name: undefined,
    rawArguments: undefined,
    tool: undefined,
    canonical: undefined,
  };
  readonly toolCallId: string | undefined;
  readonly parentCallId: string | undefined;
  readonly context: ToolExecutionContext;
  readonly traceId: string;
  readonly attempt: number;
  /** Why call or context can't be used at all. */
  readonly problem: CallFailure | undefined;

  coerced: readonly string[] = NOTHING;
  stripped: readonly string[] = NOTHING;
  /** Set by step 2: the approval to be redeemed. */
  approvalId: string | undefined;
  /** Set when the journal has taken the intent. */
  begun = false;
  /** Set when the journal had the result already. */
  replayed = false;
  /** Set by step 3, right before the tool's own code starts. */
  executed = false;
  /** Set at the end: the caller has its result. */
  settled = false;
  /** What the tool gets beside its arguments, once somebody needs it. */
  toolContext: ToolContext | undefined;
  /** What the tool returned, where the result doesn't carry it. */
  returned: unknown;

  private onAbort: (() => void) | undefined;

  constructor(call: unknown, context: unknown, activeTraceId: () => string | undefined) {
    const read = readContext(context);
    this.context = read.context;
    this.problem = read.problem;
    this.parentCallId = (read.context as { [PARENT_CALL]?: string })[PARENT_CALL];
    this.attempt = read.context.attempt ?? 1;
    this.traceId = read.context.traceId ?? activeTraceId() ?? this.callId.replaceAll('-', '');
    try {
      const { id, name, arguments: args } = call as { id?: unknown; name?: unknown; arguments?: unknown };
      this.subject.name = name;
      this.subject.rawArguments = args;
      this.toolCallId = typeof id === 'string' ? boundedId(id) : undefined;
    } catch (cause) {
      this.problem ??= new CallFailure(
        'unknown_tool',
        'a tool call must be an object with a name',
        {},
        cause,
      );
    }
    try {
      this.listenToCaller(this.context.signal);
    } catch (cause) {
      this.problem ??= new CallFailure(
        'internal_error',
        "the execution context can't be used: `signal` is broken",
        {},
        cause,
      );
    }
  }

  get name(): unknown {
    return this.subject.name;
  }
  /** The name that the model asked for, bounded and escaped, for people and records. */
  get displayName(): string {
    return displayNameOf(this.subject);
  }

  /** Set by step 1. */
  get tool(): RegisteredTool | undefined {
    return this.subject.tool;
  }
  get canonical(): JsonObject | undefined {
    return this.subject.canonical;
  }

  /** Milliseconds since the start; the clock never runs backwards. */
  latencyMs(): number {
    return Math.max(0, Math.round((performance.now() - this.startedTick) * 1000) / 1000);
  }

  /** Milliseconds until the caller's deadline. */
  leftMs(): number {
    return this.context.deadline === undefined ? Infinity : this.context.deadline - Date.now();
  }

  /** Stops the call because its deadline has passed. */
  passDeadline(): void {
    this.stop.stop(
      new ToolStoppedError('timeout', `the deadline passed after ${Math.round(this.latencyMs())} ms`),
    );
  }

  /** @throws CallFailure when the call was stopped or its deadline has passed */
  assertGoingOn(): void {
    if (this.stop.reason === undefined && this.leftMs() <= 0) this.passDeadline();
    if (this.stop.reason !== undefined) throw this.stoppedFailure();
  }

  /** The failure of a call that was stopped before its tool started. */
  stoppedFailure(): CallFailure {
    const reason = this.stop.reason!;
    return new CallFailure(reason.code, reason.message, { stopped: true }, reason);
  }

  /** The caller gets its result now: lets go of the caller's signal. */
  close(): void {
    this.settled = true;
    if (this.onAbort === undefined) return;
    try {
      this.context.signal?.removeEventListener('abort', this.onAbort);
    } catch {
      // A signal that can't be let go of is the caller's loss.
    }
  }

  private listenToCaller(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const cancel = (): void =>
      this.stop.stop(
        ToolStoppedError.isInstance(signal.reason)
          ? signal.reason
          : new ToolStoppedError('cancelled', 'the caller cancelled the call', { cause: signal.reason }),
      );
    if (signal.aborted) return cancel();
    this.onAbort = cancel;
    signal.addEventListener('abort', cancel, { once: true });
  }
}

/** A registered name needs no escaping. */
export function displayNameOf({ tool, name }: CallSubject): string {
  if (tool !== undefined) return tool.definition.name;
  return typeof name === 'string' ? escapeControls(name, MAX_NAME_CHARS) : '';
}

function boundedId(id: string): string {
  return (id.length > MAX_CALL_ID_CHARS ? id.slice(0, MAX_CALL_ID_CHARS) : id).toWellFormed();
}
