import type { ApprovalStore } from '../permission/approval/approval-store.js';
import { ToolJournal, type JournalAnswer, type ToolIntent } from './tool-journal.js';

/**
 * Records nothing. What depends on a record is refused rather than pretended: a call with an
 * idempotency key doesn't run.
 *
 * @publicApi
 */
export class DisabledToolJournal extends ToolJournal {
  constructor(private readonly approvals: ApprovalStore) {
    super();
  }

  async begin(intent: ToolIntent): Promise<JournalAnswer> {
    if (intent.idempotencyKey !== undefined) {
      return { status: 'refused', code: 'unavailable', reason: 'the call has an idempotency key, and no journal is configured to honour it' };
    }
    if (intent.approvalId !== undefined && !(await this.approvals.redeem(intent.approvalId, intent.digest, Date.now()))) {
      return { status: 'refused', code: 'approval_invalid', reason: 'the approval is not valid: it has been used or has expired' };
    }
    return { status: 'fresh' };
  }

  finish(): void {}

  refuse(): void {}

  list(): readonly [] {
    return [];
  }

  get(): undefined {
    return undefined;
  }
}
