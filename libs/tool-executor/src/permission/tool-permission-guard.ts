import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';

/** @publicApi */
export type ToolPermissionDecision =
  | { readonly decision: 'allow' }
  | { readonly decision: 'deny'; readonly reason: string }
  | { readonly decision: 'ask'; readonly reason: string };

const ALLOWED: ToolPermissionDecision = Object.freeze({ decision: 'allow' });

/** The call may run. @publicApi */
export const allow = (): ToolPermissionDecision => ALLOWED;

/** The call may not run. The reason reaches the model. @publicApi */
export const deny = (reason: string): ToolPermissionDecision => ({ decision: 'deny', reason });

/** A person must decide. The reason is shown to them. @publicApi */
export const ask = (reason: string): ToolPermissionDecision => ({ decision: 'ask', reason });

/** What a guard decides about. @publicApi */
export interface GuardedCall {
  readonly callId: string;
  readonly toolCallId: string | undefined;
  /** The call of the tool that makes this one. */
  readonly parentCallId: string | undefined;
  readonly tool: ToolDefinition;
  /** The validated arguments: an instance of the DTO, the guard's own copy. */
  readonly args: unknown;
}

/**
 * Step 2: may this call run? Several guards compose as deny before ask before allow.
 *
 * A guard that throws, rejects, answers something else or takes longer than
 * `permissionTimeoutMs` has denied. A guard can't be request-scoped: what varies is in the context.
 *
 * @publicApi
 */
export abstract class ToolPermissionGuard {
  abstract decide(
    call: GuardedCall,
    context: ToolExecutionContext,
  ): ToolPermissionDecision | Promise<ToolPermissionDecision>;

  /**
   * Whether the tool exists for this caller, in `list()` and in `execute()` alike: a hidden tool is
   * `unknown_tool`. A throw or a hang hides it.
   * @default every tool is visible
   */
  isVisible(_tool: ToolDefinition, _context: ToolExecutionContext): boolean | Promise<boolean> {
    return true;
  }
}
