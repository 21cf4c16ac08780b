import type { ToolContent } from './tool-content.js';
import type { ToolFailureCode } from './tool-failure-code.js';
import type { ToolIssue } from './tool-issue.js';

/** Where the code of a tool ran. @publicApi */
export type ToolIsolation = 'none' | 'worker' | 'process' | 'sandbox';

/** JSON, as values. @publicApi */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** A JSON object. @publicApi */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * Facts about a call, for programs. Plain, JSON-safe and frozen.
 *
 * @publicApi
 */
export interface ToolResultMetadata {
  /** The requested tool name, bounded and escaped. */
  readonly tool: string;
  /** Our identity of this execution (UUID version 7). */
  readonly callId: string;
  readonly traceId: string;
  readonly attempt: number;
  /** Whether the tool's own code was started. A failure with `executed: true` may have had effects. */
  readonly executed: boolean;
  /** Where the tool ran; `null` until it is executed. */
  readonly isolation: ToolIsolation | null;
  /** Why the call failed; absent on success. */
  readonly code?: ToolFailureCode;
  /** Whether the same call may be tried again; absent on success. */
  readonly retryable?: boolean;
  /** The provider's id of the call, echoed. */
  readonly toolCallId?: string;
  /** The call that this one was made by, for calls that tools make. */
  readonly parentCallId?: string;
  /** What is wrong with the arguments, for programs. */
  readonly issues?: readonly ToolIssue[];
  /** Paths of the arguments that were converted from text to their declared type. */
  readonly coerced?: readonly string[];
  /** Unknown arguments that were dropped, where the tool asks for that. */
  readonly stripped?: readonly string[];
  /** After `timeout` and `cancelled`: whether the work is known to have ended. */
  readonly stopped?: boolean;
  /** By how many milliseconds a tool that could not be interrupted outran its deadline. */
  readonly overrunMs?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number | null;
  readonly signal?: string;
  /** Something was cut to its limit; `originalSize` says how long it was. */
  readonly truncated?: boolean;
  /** Characters, before cutting. */
  readonly originalSize?: number;
  /** A process promised JSON, and its output is something else. */
  readonly parseFailed?: boolean;
  readonly approvalId?: string;
  /** The result is the recorded one of an earlier call with the same idempotency key. */
  readonly replayed?: boolean;
  /** `false`: the tool ran, and its outcome could not be recorded. */
  readonly recorded?: boolean;
  /** What the normaliser replaced, such as a number that JSON cannot hold. */
  readonly notes?: readonly string[];
  /** What a `ToolError` brought along. */
  readonly details?: JsonValue;
  /** Blocks for doors and formats that can show them; from `toolOutput()`, on success only. */
  readonly content?: readonly ToolContent[];
  /** For the application and not for the model; from `toolOutput()`, on success only. */
  readonly attributes?: JsonObject;
  /** `true`: the output is the answer itself, as the tool declares; on success only. */
  readonly returnDirect?: boolean;
}

/** The tool ran and succeeded. @publicApi */
export interface ToolSuccess {
  readonly success: true;
  /** JSON-safe; `null` for nothing. */
  readonly output: JsonValue;
  readonly error: null;
  /** Milliseconds, of the whole call. Finite and at least 0. */
  readonly latencyMs: number;
  readonly metadata: ToolResultMetadata;
}

/** The call failed. @publicApi */
export interface ToolFailure {
  readonly success: false;
  readonly output: null;
  /** Never empty: text for a model and a person to act on. */
  readonly error: string;
  /** Milliseconds, of the whole call. Finite and at least 0. */
  readonly latencyMs: number;
  readonly metadata: ToolResultMetadata & {
    readonly code: ToolFailureCode;
    /** Whether the same call may be tried again. A fact, not advice. */
    readonly retryable: boolean;
  };
}

/**
 * What `execute()` always gives: a success or a failure. There is no third state, in types or
 * at run time.
 *
 * @publicApi
 */
export type ToolResult = ToolSuccess | ToolFailure;
