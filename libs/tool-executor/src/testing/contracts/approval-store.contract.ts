import assert from 'node:assert/strict';
import type { ApprovalStore } from '../../permission/approval/approval-store.js';
import type { ToolApproval, ToolApprovalStatus } from '../../permission/approval/tool-approval.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { race } from './race.js';
import { decidedApproval, SAMPLE_DIGEST, sampleApproval } from './sample-approval.js';

/**
 * What every ApprovalStore has to keep. Against a shared database, let `make` begin with an empty one.
 *
 * @publicApi
 */
export function approvalStoreContract(
  make: MakeSubject<ApprovalStore>,
  options?: ContractOptions<ApprovalStore>,
): ContractCase[] {
  return casesOf([...KEEPING, ...DECIDING, ...REDEEMING], make, options);
}

const PAST = { createdAt: Date.now() - 2_000, expiresAt: Date.now() - 1_000 };

const decision = (approved: boolean, decidedBy = 'bob') => ({ approved, decidedBy, decidedAt: Date.now() });

const statusOf = async (
  store: ApprovalStore,
  { id }: ToolApproval,
): Promise<ToolApprovalStatus | undefined> => (await store.get(id))?.status;

const idsOf = (approvals: readonly ToolApproval[]): string[] => approvals.map(({ id }) => id);

const KEEPING: readonly Rule<ApprovalStore>[] = [
  [
    'gives back what was created',
    async (store) => {
      const approval = sampleApproval({ conversationId: 'c1' });
      await store.create(approval);
      assert.deepEqual({ ...(await store.get(approval.id)) }, approval);
    },
  ],
  [
    'gives undefined for an id that it does not know',
    async (store) => assert.equal(await store.get('unknown'), undefined),
  ],
  [
    'shows a pending and an approved one as expired once their time is over',
    async (store) => {
      const pending = sampleApproval(PAST);
      await store.create(pending);
      assert.equal(await statusOf(store, pending), 'expired');
      assert.deepEqual(idsOf(await store.list({ tenant: 'acme', status: 'expired' })), [pending.id]);
      assert.deepEqual(await store.list({ tenant: 'acme', status: 'pending' }), []);
    },
  ],
  [
    'lists the oldest first',
    async (store) => {
      const approvals = [0, 1, 2].map((age) => sampleApproval({ createdAt: Date.now() + age }));
      for (const approval of approvals) await store.create(approval);
      assert.deepEqual(idsOf(await store.list({ tenant: 'acme' })), idsOf(approvals));
    },
  ],
  [
    'lists those of one tenant alone, and without a tenant those that have none',
    async (store) => {
      const ours = sampleApproval();
      const theirs = sampleApproval({ tenant: 'umbrella' });
      const nobodys = sampleApproval({ tenant: undefined });
      for (const approval of [ours, theirs, nobodys]) await store.create(approval);
      assert.deepEqual(idsOf(await store.list({ tenant: 'acme' })), [ours.id]);
      assert.deepEqual(idsOf(await store.list({ tenant: undefined })), [nobodys.id]);
      assert.deepEqual(await store.list({ tenant: 'initech' }), []);
    },
  ],
  [
    'lists those of one status',
    async (store) => {
      const pending = sampleApproval();
      await store.create(pending);
      const approved = await decidedApproval(store, true);
      const denied = await decidedApproval(store, false);
      const redeemed = await decidedApproval(store, true);
      await store.redeem(redeemed.id, SAMPLE_DIGEST, Date.now());
      for (const [status, { id }] of Object.entries({ pending, approved, denied, redeemed })) {
        const listed = await store.list({ tenant: 'acme', status: status as ToolApprovalStatus });
        assert.deepEqual(idsOf(listed), [id], status);
      }
    },
  ],
  [
    'lists no more than the limit, 50 unless told, and never more than 200',
    async (store) => {
      for (let count = 0; count < 201; count++) await store.create(sampleApproval());
      const countOf = async (limit?: number): Promise<number> =>
        (await store.list({ tenant: 'acme', ...(limit === undefined ? {} : { limit }) })).length;
      const counts = [await countOf(0), await countOf(2), await countOf(), await countOf(1_000)];
      assert.deepEqual(counts, [0, 2, 50, 200]);
    },
  ],
];

const DECIDING: readonly Rule<ApprovalStore>[] = [
  [
    'decides a pending one, and keeps by whom, when and with which words',
    async (store) => {
      const approval = sampleApproval();
      await store.create(approval);
      const decided = await store.decide(approval.id, {
        approved: false,
        comment: 'not today',
        decidedBy: 'bob',
        decidedAt: 5,
      });
      const expected = {
        ...approval,
        status: 'denied',
        comment: 'not today',
        decidedBy: 'bob',
        decidedAt: 5,
      };
      assert.deepEqual({ ...decided }, expected);
      assert.deepEqual({ ...(await store.get(approval.id)) }, expected);
    },
  ],
  [
    'lets one of 20 racing decisions win, and the others change nothing',
    async (store) => {
      const approval = sampleApproval();
      await store.create(approval);
      const answers = await race((racer) =>
        store.decide(approval.id, decision(racer % 2 === 0, `racer-${racer}`)),
      );
      const winners = answers.filter((answer) => answer !== undefined);
      assert.equal(winners.length, 1);
      assert.deepEqual({ ...(await store.get(approval.id)) }, { ...winners[0] });
    },
  ],
  [
    'decides none that is settled: approved, denied, redeemed, expired or unknown',
    async (store) => {
      const approved = await decidedApproval(store, true);
      const denied = await decidedApproval(store, false);
      const redeemed = await decidedApproval(store, true);
      await store.redeem(redeemed.id, SAMPLE_DIGEST, Date.now());
      const expired = sampleApproval(PAST);
      await store.create(expired);
      for (const [status, { id }] of Object.entries({ approved, denied, redeemed, expired })) {
        assert.equal(await store.decide(id, decision(status === 'denied')), undefined, status);
        assert.equal((await store.get(id))?.status, status);
      }
      assert.equal(await store.decide('unknown', decision(true)), undefined);
    },
  ],
];

const REDEEMING: readonly Rule<ApprovalStore>[] = [
  [
    'redeems an approved one exactly once, of 20 racers',
    async (store) => {
      const approval = await decidedApproval(store, true);
      const answers = await race(() => store.redeem(approval.id, SAMPLE_DIGEST, Date.now()));
      assert.equal(answers.filter((answer) => answer === true).length, 1);
      assert.equal(answers.filter((answer) => answer === false).length, answers.length - 1);
      assert.equal(await statusOf(store, approval), 'redeemed');
    },
  ],
  [
    'redeems nothing for another digest, and leaves the approval as it was',
    async (store) => {
      const approval = await decidedApproval(store, true);
      assert.equal(await store.redeem(approval.id, 'b'.repeat(64), Date.now()), false);
      assert.equal(await statusOf(store, approval), 'approved');
      assert.equal(await store.redeem(approval.id, SAMPLE_DIGEST, Date.now()), true);
    },
  ],
  [
    'redeems nothing at or after the time of expiry',
    async (store) => {
      const approval = await decidedApproval(store, true);
      assert.equal(await store.redeem(approval.id, SAMPLE_DIGEST, approval.expiresAt), false);
      assert.equal(await store.redeem(approval.id, SAMPLE_DIGEST, approval.expiresAt - 1), true);
    },
  ],
  [
    'redeems none that is pending, denied or unknown',
    async (store) => {
      const pending = sampleApproval();
      await store.create(pending);
      const denied = await decidedApproval(store, false);
      for (const id of [pending.id, denied.id, 'unknown']) {
        assert.equal(await store.redeem(id, SAMPLE_DIGEST, Date.now()), false);
      }
      assert.equal(await statusOf(store, pending), 'pending');
      assert.equal(await statusOf(store, denied), 'denied');
    },
  ],
];
