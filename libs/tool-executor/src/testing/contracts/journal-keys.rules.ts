import assert from 'node:assert/strict';
import type { JournalAnswer } from '../../journal/tool-journal.js';
import type { ToolResult } from '../../tool/tool-result.js';
import type { Rule } from './contract-case.js';
import { beginFresh, finish, tally, type JournalUnderTest } from './journal-under-test.js';
import { race } from './race.js';
import { decidedApproval, sampleApproval } from './sample-approval.js';
import { readIntentLater, sampleIntent, sampleRefusal } from './sample-intent.js';
import { plainResult, readLater, sampleFailure, sampleSuccess } from './sample-result.js';

const KEY = { idempotencyKey: 'order-1' };
const OUTPUT = { sent: [1, null, 'ä'], to: { name: 'bob' } };

function resultOf(answer: JournalAnswer): ToolResult | Promise<ToolResult> {
  if (answer.status === 'replay' || answer.status === 'inFlight') return answer.result;
  throw new Error(`the journal answered ${answer.status}, which has no result`);
}

/** Idempotency keys. */
export const JOURNAL_KEY_RULES: readonly Rule<JournalUnderTest>[] = [
  [
    'replays the recorded result to a later call with the same key',
    async (subject) => {
      const result = sampleSuccess(OUTPUT);
      const first = sampleIntent(KEY);
      await beginFresh(subject, first);
      await finish(subject, first, readLater(result));
      const answer = await subject.journal.begin(sampleIntent(KEY));
      assert.equal(answer.status, 'replay');
      assert.deepEqual(plainResult(await resultOf(answer)), plainResult(result));
    },
  ],
  [
    'replays a failure of a call that had started',
    async (subject) => {
      const result = sampleFailure('tool_error', { executed: true, isolation: 'none' });
      const first = sampleIntent(KEY);
      await beginFresh(subject, first);
      await finish(subject, first, result);
      const answer = await subject.journal.begin(sampleIntent(KEY));
      assert.deepEqual(plainResult(await resultOf(answer)), plainResult(result));
    },
  ],
  [
    'lets one of 20 racers with the same key run, and shares its result with the others',
    async (subject) => {
      const intents = new Map<JournalAnswer, ReturnType<typeof sampleIntent>>();
      const answers = await race(async () => {
        const intent = sampleIntent(KEY);
        const answer = await subject.journal.begin(intent);
        intents.set(answer, intent);
        return answer;
      });
      assert.deepEqual(tally(answers), { fresh: 1, inFlight: answers.length - 1 });
      const result = sampleSuccess(OUTPUT);
      await finish(
        subject,
        intents.get(answers.find(({ status }) => status === 'fresh')!)!,
        readLater(result),
      );
      for (const answer of answers.filter(({ status }) => status === 'inFlight')) {
        assert.deepEqual(plainResult(await resultOf(answer)), plainResult(result));
      }
    },
  ],
  [
    'refuses a used key for a call with other arguments, while the first one runs and afterwards',
    async (subject) => {
      const first = sampleIntent(KEY);
      const other = (): ReturnType<typeof sampleIntent> =>
        readIntentLater(sampleIntent({ ...KEY, digest: 'b'.repeat(64) }));
      await beginFresh(subject, readIntentLater(first));
      assert.deepEqual(tally([await subject.journal.begin(other())]), { invalid_arguments: 1 });
      await finish(subject, first, sampleSuccess(OUTPUT));
      assert.deepEqual(tally([await subject.journal.begin(other())]), { invalid_arguments: 1 });
    },
  ],
  [
    'knows a key per tenant, principal and tool: none is not any',
    async (subject) => {
      const others = [
        { tenant: 'umbrella' },
        { tenant: undefined },
        { principalId: 'bob' },
        { principalId: undefined },
        { tenant: undefined, principalId: undefined },
        { tool: 'read_mail' },
        { idempotencyKey: 'order-2' },
      ];
      for (const other of [{}, ...others]) await beginFresh(subject, sampleIntent({ ...KEY, ...other }));
    },
  ],
  [
    'frees the key of a call that never started, and settles those that waited for it',
    async (subject) => {
      const first = sampleIntent(KEY);
      await beginFresh(subject, first);
      const waiting = resultOf(await subject.journal.begin(sampleIntent(KEY)));
      await finish(subject, first, sampleFailure('cancelled', { stopped: true }));
      await Promise.allSettled([waiting]);
      await beginFresh(subject, sampleIntent(KEY));
    },
  ],
  [
    'frees the key of a call whose approval was refused',
    async (subject) => {
      const pending = sampleApproval();
      await subject.approvals.create(pending);
      const refused = await subject.journal.begin(sampleIntent({ ...KEY, approvalId: pending.id }));
      assert.equal(refused.status, 'refused');
      await beginFresh(subject, sampleIntent(KEY));
    },
  ],
  [
    'frees the key of a begun call that is refused after all, such as one whose begin took too long',
    async (subject) => {
      const first = sampleIntent(KEY);
      await beginFresh(subject, first);
      const waiting = resultOf(await subject.journal.begin(sampleIntent(KEY)));
      await subject.journal.refuse(
        sampleRefusal({ callId: first.callId, result: sampleFailure('unavailable') }),
      );
      await Promise.allSettled([waiting]);
      await beginFresh(subject, sampleIntent(KEY));
    },
  ],
  [
    'redeems no approval for a call that it replays',
    async (subject) => {
      const first = sampleIntent(KEY);
      await beginFresh(subject, first);
      await finish(subject, first, sampleSuccess(OUTPUT));
      const { id } = await decidedApproval(subject.approvals, true);
      assert.equal((await subject.journal.begin(sampleIntent({ ...KEY, approvalId: id }))).status, 'replay');
      assert.equal((await subject.approvals.get(id))?.status, 'approved');
    },
  ],
  [
    'leaves a key with the call that has it when the end of an earlier call is told again',
    async (subject) => {
      const first = sampleIntent(KEY);
      const neverStarted = sampleFailure('cancelled', { stopped: true });
      await beginFresh(subject, first);
      await finish(subject, first, neverStarted);
      await beginFresh(subject, sampleIntent(KEY));
      await finish(subject, first, neverStarted);
      assert.equal((await subject.journal.begin(sampleIntent(KEY))).status, 'inFlight');
    },
  ],
];
