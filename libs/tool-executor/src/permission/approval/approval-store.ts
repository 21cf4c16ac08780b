import type { ToolApproval, ToolApprovalDecision, ToolApprovalStatus } from './tool-approval.js';

/** @publicApi */
export interface ApprovalDecisionRecord extends ToolApprovalDecision {
  readonly decidedBy: string;
  /** Epoch milliseconds. */
  readonly decidedAt: number;
}

/** @publicApi */
export interface ApprovalQuery {
  readonly tenant: string | undefined;
  readonly status?: ToolApprovalStatus;
  /** @default 50, at most 200 */
  readonly limit?: number;
}

/**
 * Keeps approvals. Deciding and redeeming are one compare-and-set each: of any number of racers,
 * in any number of processes on one store, exactly one wins.
 *
 * @publicApi
 */
export abstract class ApprovalStore {
  /** @throws when it can't keep another one: the call is then `unavailable` */
  abstract create(approval: ToolApproval): void | Promise<void>;
  /** With its status as of now: one that has run out is `expired`. */
  abstract get(id: string): ToolApproval | undefined | Promise<ToolApproval | undefined>;
  /** The oldest first. */
  abstract list(query: ApprovalQuery): readonly ToolApproval[] | Promise<readonly ToolApproval[]>;
  /** Moves a pending approval to approved or denied. `undefined`: it wasn't pending any more. */
  abstract decide(
    id: string,
    decision: ApprovalDecisionRecord,
  ): ToolApproval | undefined | Promise<ToolApproval | undefined>;
  /** Moves an approved, unexpired approval of this digest to redeemed. `false`: it wasn't one. */
  abstract redeem(id: string, digest: string, now: number): boolean | Promise<boolean>;
}
