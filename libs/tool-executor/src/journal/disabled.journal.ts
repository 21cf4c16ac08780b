import type { ApprovalStore } from '../permission/approval/approval-store.js';
import { FRESH, NOT_REDEEMED } from './journal-answers.js';
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

  begin(intent: ToolIntent): JournalAnswer | Promise<JournalAnswer> {
    if (intent.idempotencyKey !== undefined) return NO_KEYS;
    return intent.approvalId === undefined ? FRESH : this.redeem(intent.approvalId, intent.digest);
  }

  finish(): void {}

  refuse(): void {}

  list(): readonly [] {
    return [];
  }

  get(): undefined {
    return undefined;
  }

  private async redeem(approvalId: string, digest: string): Promise<JournalAnswer> {
    return (await this.approvals.redeem(approvalId, digest, Date.now())) ? FRESH : NOT_REDEEMED;
  }
}

const NO_KEYS: JournalAnswer = Object.freeze({
  status: 'refused',
  code: 'unavailable',
  reason: 'the call has an idempotency key, and no journal is configured to honour it',
});
