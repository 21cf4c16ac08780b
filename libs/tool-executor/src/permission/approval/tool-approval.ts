import type { JsonObject } from '../../tool/tool-result.js';

/** @publicApi */
export type ToolApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired' | 'redeemed';

/**
 * A person's answer to `ask`, for exactly one run of exactly one call.
 *
 * @publicApi
 */
export interface ToolApproval {
  /** Random (UUID version 4): it can't be guessed. */
  readonly id: string;
  readonly status: ToolApprovalStatus;
  readonly tool: string;
  /** SHA-256 over tool, schema hash, canonical arguments, principal and tenant: what the approval is bound to. */
  readonly digest: string;
  /** Why the guard asked. */
  readonly reason: string;
  /** The arguments that will run, redacted. */
  readonly arguments: JsonObject;
  /** The call on one line, with control, bidi and zero-width characters made visible. */
  readonly display: string;
  /** The call that asked. */
  readonly callId: string;
  readonly traceId: string;
  readonly conversationId: string | undefined;
  readonly tenant: string | undefined;
  /** The principal that made the call. */
  readonly requestedBy: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds after which it is void, decided or not. */
  readonly expiresAt: number;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** What the person said. */
  readonly comment?: string;
}

/** @publicApi */
export interface ToolApprovalDecision {
  readonly approved: boolean;
  /** Given to the model when the approval is denied. */
  readonly comment?: string;
}
