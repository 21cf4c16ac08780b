import assert from 'node:assert/strict';
import type { Rule } from './contract-case.js';
import { finish, tally, type JournalUnderTest } from './journal-under-test.js';
import { race } from './race.js';
import { decidedApproval, sampleApproval } from './sample-approval.js';
import { readIntentLater, sampleIntent } from './sample-intent.js';
import { sampleSuccess } from './sample-result.js';

/** What holds also for a journal that records nothing. */
export const JOURNAL_APPROVAL_RULES: readonly Rule<JournalUnderTest>[] = [
  [
    'answers a call without key and approval with fresh, and the same call again',
    async ({ journal }) => {
      assert.equal((await journal.begin(sampleIntent())).status, 'fresh');
      assert.equal((await journal.begin(sampleIntent())).status, 'fresh');
    },
  ],
  [
    'reads an intent whose fields are getters of its class',
    async ({ journal, approvals }) => {
      const { id } = await decidedApproval(approvals, true);
      assert.equal((await journal.begin(readIntentLater(sampleIntent({ approvalId: id })))).status, 'fresh');
      assert.equal((await approvals.get(id))?.status, 'redeemed');
    },
  ],
  [
    'redeems an approval exactly once, of 20 racers',
    async ({ journal, approvals }) => {
      const { id } = await decidedApproval(approvals, true);
      const answers = await race(() => journal.begin(sampleIntent({ approvalId: id })));
      assert.deepEqual(tally(answers), { fresh: 1, approval_invalid: answers.length - 1 });
      assert.equal((await approvals.get(id))?.status, 'redeemed');
    },
  ],
  [
    'refuses a call whose approval is pending, denied, unknown or for another call',
    async ({ journal, approvals }) => {
      const pending = sampleApproval();
      await approvals.create(pending);
      const denied = await decidedApproval(approvals, false);
      const foreign = await decidedApproval(approvals, true, { digest: 'b'.repeat(64) });
      for (const approvalId of [pending.id, denied.id, foreign.id, 'unknown']) {
        const answer = await journal.begin(sampleIntent({ approvalId }));
        assert.deepEqual(tally([answer]), { approval_invalid: 1 });
        assert.ok(answer.status === 'refused' && answer.reason !== '');
      }
      assert.equal((await approvals.get(foreign.id))?.status, 'approved');
    },
  ],
  [
    'takes the end of a call that it does not know, and answers nothing to it',
    async (subject) => {
      assert.equal(await finish(subject, sampleIntent(), sampleSuccess('late')), undefined);
    },
  ],
  [
    'says whether it can record',
    async ({ journal }) => assert.equal(typeof (await journal.isWritable()), 'boolean'),
  ],
];
