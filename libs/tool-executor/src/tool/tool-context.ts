import type { ToolCall } from './tool-call.js';
import type { ToolContextData, ToolProgress } from './tool-execution-context.js';
import type { ToolPrincipal } from './tool-principal.js';
import type { ToolResult } from './tool-result.js';

/**
 * What a tool receives beside its arguments.
 *
 * @publicApi
 */
export interface ToolContext {
  readonly tool: string;
  readonly callId: string;
  readonly traceId: string;
  readonly toolCallId: string | undefined;
  readonly attempt: number;
  readonly principal: ToolPrincipal | undefined;
  readonly conversationId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Aborts when the deadline passes or the caller cancels; `signal.reason` says which. Pass it on to whatever can be stopped. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds at which `signal` aborts. */
  readonly deadline: number;
  readonly data: Readonly<ToolContextData>;
  readonly request: unknown;
  /** Reports progress to the caller. Never throws; ignored once the call has settled. */
  readonly progress: (progress: ToolProgress) => void;
  /**
   * Calls another tool through the whole gate. The call inherits principal, trace, deadline and
   * signal, and notes this one as its parent. Never throws.
   */
  readonly execute: (call: ToolCall) => Promise<ToolResult>;
}
