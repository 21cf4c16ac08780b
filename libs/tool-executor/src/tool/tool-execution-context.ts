import type { ToolBudget } from './tool-budget.js';
import type { ToolPrincipal } from './tool-principal.js';

/**
 * The application's own values for its tools. Extend it by declaration merging:
 *
 * ```ts
 * declare module 'nestjs-tool-executor' {
 *   interface ToolContextData { locale?: string }
 * }
 * ```
 *
 * @publicApi
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface ToolContextData {}

/** What a tool reports while it runs. @publicApi */
export interface ToolProgress {
  /** How far the tool is. Must increase from one report to the next. */
  readonly progress: number;
  /** What `progress` counts up to, where it is known. */
  readonly total?: number;
  readonly message?: string;
}

/**
 * What the caller of `execute()` passes along with a call. Everything is optional; without a
 * principal the call is anonymous.
 *
 * @publicApi
 */
export interface ToolExecutionContext {
  /** 32 lower-case hex digits (W3C Trace Context). Default: the active span's, else minted. Any other form is replaced. */
  readonly traceId?: string;
  readonly principal?: ToolPrincipal;
  /** Stops the call at whatever step it is: the result is `cancelled`. */
  readonly signal?: AbortSignal;
  /** Epoch milliseconds. Binds every step, and the tool's own `timeoutMs` never extends it. */
  readonly deadline?: number;
  /** Which try this is, counted by the caller. @default 1 */
  readonly attempt?: number;
  /** Calls with the same key, tenant, principal and tool run once; later ones get the recorded result. */
  readonly idempotencyKey?: string;
  /** The id of an approval that a person has given for exactly this call. */
  readonly approval?: string;
  /** Receives what the tool reports while it runs. A throw from it is ignored. */
  readonly onProgress?: (progress: ToolProgress) => void;
  /** The inbound request, handed to request-scoped tools and shared with request-scoped providers of the same request. */
  readonly request?: unknown;
  readonly conversationId?: string;
  /** The application's own readonly values for the tool. Never in a schema, digest, trace or another process. */
  readonly data?: Readonly<ToolContextData>;
  /**
   * What this conversation is offered: names of tools, and tags behind a `#`, such as `#billing`.
   * Whatever else there is does not exist for it, nor for the calls that its tools make. Absent:
   * everything is offered; empty: nothing is.
   */
  readonly tools?: readonly string[];
  /** How many calls may still be made, from `createToolBudget()`. Shared by all calls that carry it, and by those that their tools make. */
  readonly budget?: ToolBudget;
}
