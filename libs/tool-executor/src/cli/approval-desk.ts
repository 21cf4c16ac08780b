import type { ToolApproval, ToolApprovalDecision } from '../permission/approval/tool-approval.js';
import type { DecisionOutcome } from '../permission/approval/tool-approvals.js';

/** How many approvals are listed at most: what the stores give at once. */
export const MOST_LISTED = 200;

/** Where the `approvals` command sees and decides what waits. */
export interface ApprovalDesk {
  /** The oldest first. */
  pending(): Promise<readonly ToolApproval[]>;
  decide(id: string, decision: ToolApprovalDecision): Promise<DecisionOutcome>;
}
