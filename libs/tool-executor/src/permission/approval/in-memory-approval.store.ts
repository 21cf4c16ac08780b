import { ApprovalStore, type ApprovalDecisionRecord, type ApprovalQuery } from './approval-store.js';
import type { ToolApproval } from './tool-approval.js';

const DEFAULT_CAPACITY = 10_000;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/**
 * Approvals in the memory of this process: they are gone with it, and another process doesn't see
 * them. When it is full, what is settled or expired makes room; if all are open, new ones are refused.
 *
 * @publicApi
 */
export class InMemoryApprovalStore extends ApprovalStore {
  private readonly approvals = new Map<string, ToolApproval>();

  /**
   * @param capacity how many approvals are kept
   * @param now epoch milliseconds
   */
  constructor(
    private readonly capacity: number = DEFAULT_CAPACITY,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  create(approval: ToolApproval): void {
    if (this.approvals.size >= this.capacity) this.makeRoom();
    if (this.approvals.size >= this.capacity) {
      throw new Error(`${this.capacity} approvals are open; decide some of them first.`);
    }
    this.approvals.set(approval.id, Object.freeze({ ...approval }));
  }

  get(id: string): ToolApproval | undefined {
    const approval = this.approvals.get(id);
    return approval && this.asOfNow(approval);
  }

  list({ tenant, status, limit = DEFAULT_LIMIT }: ApprovalQuery): readonly ToolApproval[] {
    const found: ToolApproval[] = [];
    const most = Math.min(limit, MAX_LIMIT);
    for (const kept of this.approvals.values()) {
      if (!(found.length < most)) break;
      const approval = this.asOfNow(kept);
      if (approval.tenant !== tenant || (status !== undefined && approval.status !== status)) continue;
      found.push(approval);
    }
    return found;
  }

  decide(
    id: string,
    { approved, comment, decidedBy, decidedAt }: ApprovalDecisionRecord,
  ): ToolApproval | undefined {
    const approval = this.get(id);
    if (approval?.status !== 'pending') return undefined;
    return this.replace({
      ...approval,
      status: approved ? 'approved' : 'denied',
      decidedBy,
      decidedAt,
      ...(comment === undefined ? {} : { comment }),
    });
  }

  redeem(id: string, digest: string, now: number): boolean {
    const approval = this.approvals.get(id);
    if (approval?.status !== 'approved' || approval.digest !== digest || approval.expiresAt <= now)
      return false;
    this.replace({ ...approval, status: 'redeemed' });
    return true;
  }

  private replace(approval: ToolApproval): ToolApproval {
    const frozen = Object.freeze(approval);
    this.approvals.set(frozen.id, frozen);
    return frozen;
  }

  private asOfNow(approval: ToolApproval): ToolApproval {
    const open = approval.status === 'pending' || approval.status === 'approved';
    if (!open || approval.expiresAt > this.now()) return approval;
    return Object.freeze({ ...approval, status: 'expired' });
  }

  private makeRoom(): void {
    for (const [id, kept] of this.approvals) {
      const { status } = this.asOfNow(kept);
      if (status !== 'pending' && status !== 'approved') this.approvals.delete(id);
    }
  }
}
