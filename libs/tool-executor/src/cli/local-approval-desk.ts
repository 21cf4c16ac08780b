import type { ToolApproval, ToolApprovalDecision } from '../permission/approval/tool-approval.js';
import type { DecisionOutcome, ToolApprovals } from '../permission/approval/tool-approvals.js';
import type { ToolPrincipal } from '../tool/tool-principal.js';
import { MOST_LISTED, type ApprovalDesk } from './approval-desk.js';

/** The approvals in the application's own store, which several processes share. */
export class LocalApprovalDesk implements ApprovalDesk {
  constructor(
    private readonly approvals: ToolApprovals,
    private readonly approver: ToolPrincipal,
  ) {}

  pending(): Promise<readonly ToolApproval[]> {
    return this.approvals.list(this.approver, { status: 'pending', limit: MOST_LISTED });
  }

  decide(id: string, decision: ToolApprovalDecision): Promise<DecisionOutcome> {
    return this.approvals.decide(id, decision, this.approver);
  }
}
