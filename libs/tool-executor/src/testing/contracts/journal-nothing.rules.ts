import assert from 'node:assert/strict';
import type { Rule } from './contract-case.js';
import { beginFresh, finish, tally, type JournalUnderTest } from './journal-under-test.js';
import { decidedApproval } from './sample-approval.js';
import { sampleIntent, sampleRefusal } from './sample-intent.js';
import { sampleSuccess } from './sample-result.js';

const ALICE = { tenant: 'acme', principalId: 'alice' };

/** What a journal that records nothing has to refuse rather than to pretend. */
export const JOURNAL_NOTHING_RULES: readonly Rule<JournalUnderTest>[] = [
  [
    'refuses a key that it cannot honour, and redeems no approval for it',
    async ({ journal, approvals }) => {
      const { id } = await decidedApproval(approvals, true);
      const answer = await journal.begin(sampleIntent({ idempotencyKey: 'order-1', approvalId: id }));
      assert.deepEqual(tally([answer]), { unavailable: 1 });
      assert.equal((await approvals.get(id))?.status, 'approved');
    },
  ],
  [
    'has nothing to show',
    async (subject) => {
      const intent = sampleIntent();
      await beginFresh(subject, intent);
      await finish(subject, intent, sampleSuccess(null));
      await subject.journal.refuse(sampleRefusal());
      assert.deepEqual(await subject.journal.list(ALICE), []);
      assert.equal(await subject.journal.get(ALICE, intent.callId), undefined);
    },
  ],
];
