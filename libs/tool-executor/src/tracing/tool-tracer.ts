import type { ToolResult } from '../tool/tool-result.js';

/** What a tracer learns when a call begins. @publicApi */
export interface TracedCall {
  readonly callId: string;
  readonly traceId: string;
  readonly parentCallId: string | undefined;
  readonly toolCallId: string | undefined;
  /** The requested name, bounded and escaped: it comes from a model. */
  readonly tool: string;
  readonly attempt: number;
  readonly principalId: string | undefined;
  readonly tenant: string | undefined;
  readonly conversationId: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The arguments, redacted and bounded, as far as they are known by now: parsed once validated. */
  readonly arguments: unknown;
}

/** One traced call. @publicApi */
export interface ToolSpan {
  /**
   * Called exactly once, on every path.
   *
   * @param result the result with its output, error and metadata redacted
   * @param cause what was thrown or went wrong, raw: don't let it out of the building
   */
  end(result: ToolResult, cause?: unknown): void;

  /** The tool settled after its call had: what it gave is dropped. At most once, after `end`. */
  late?(outcome: LateOutcome): void;
}

/** What a tool gave too late, raw. @publicApi */
export type LateOutcome = { readonly value: unknown } | { readonly error: unknown };

/**
 * Step 6: sees every call, the refused ones first of all. Synchronous: a tracer that has to
 * wait buffers. One that throws or returns a rejecting promise changes nothing for the call.
 *
 * @publicApi
 */
export abstract class ToolTracer {
  abstract start(call: TracedCall): ToolSpan;

  /** The trace id of the active span, where the tracer knows one: 32 lower-case hex digits. */
  activeTraceId(): string | undefined {
    return undefined;
  }
}
