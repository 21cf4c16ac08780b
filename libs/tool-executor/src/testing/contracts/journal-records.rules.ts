import assert from 'node:assert/strict';
import type { JournalRecord } from '../../journal/tool-journal.js';
import type { Rule } from './contract-case.js';
import { beginFresh, finish, type JournalUnderTest } from './journal-under-test.js';
import { plainJson } from './plain-json.js';
import { readIntentLater, sampleIntent, sampleRefusal } from './sample-intent.js';
import { plainResult, readLater, sampleFailure, sampleSuccess } from './sample-result.js';

const ALICE = { tenant: 'acme', principalId: 'alice' };
const RAN = { executed: true, isolation: 'none' } as const;

const idsOf = (records: readonly JournalRecord[]): string[] => records.map(({ callId }) => callId);

/** Begins this many calls of alice. The ids, the newest first. */
async function beginMany(subject: JournalUnderTest, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const intent = sampleIntent();
    await beginFresh(subject, intent);
    ids.unshift(intent.callId);
  }
  return ids;
}

/** What is recorded, and who sees it. */
export const JOURNAL_RECORD_RULES: readonly Rule<JournalUnderTest>[] = [
  [
    'records the intent before the outcome is known',
    async (subject) => {
      const intent = sampleIntent({ toolCallId: 'call_1', conversationId: 'c1', attempt: 2 });
      await beginFresh(subject, readIntentLater(intent));
      const record = await subject.journal.get(ALICE, intent.callId);
      assert.ok(record !== undefined);
      const { callId, toolCallId, traceId, conversationId, tenant, principalId, tool, attempt, startedAt } =
        intent;
      const identity = {
        callId,
        toolCallId,
        traceId,
        conversationId,
        tenant,
        principalId,
        tool,
        attempt,
        startedAt,
      };
      for (const [key, value] of Object.entries(identity))
        assert.equal(record[key as keyof JournalRecord], value, key);
      assert.deepEqual(plainJson(record.arguments), intent.arguments);
      assert.deepEqual([record.status, record.endedAt, record.result], ['running', undefined, undefined]);
    },
  ],
  [
    'records how a call ended',
    async (subject) => {
      const results = { succeeded: sampleSuccess({ sent: 1 }), failed: sampleFailure('tool_error', RAN) };
      for (const [status, result] of Object.entries(results)) {
        const intent = sampleIntent();
        await beginFresh(subject, intent);
        await subject.journal.finish({
          callId: intent.callId,
          endedAt: intent.startedAt + 7,
          result: readLater(result),
        });
        const record = await subject.journal.get(ALICE, intent.callId);
        assert.equal(record?.status, status);
        assert.equal(record.endedAt, intent.startedAt + 7);
        assert.deepEqual(plainResult(record.result!), plainResult(result));
      }
    },
  ],
  [
    'records a call that did not run as refused, whatever its arguments were',
    async ({ journal }) => {
      for (const args of [{ to: 'bob' }, '{"to": cut', null]) {
        const refusal = sampleRefusal({ arguments: args });
        await journal.refuse({ ...refusal, result: readLater(refusal.result) });
        const record = await journal.get(ALICE, refusal.callId);
        assert.equal(record?.status, 'refused');
        assert.deepEqual(plainJson(record.arguments), args);
        assert.deepEqual(plainResult(record.result!), plainResult(refusal.result));
      }
    },
  ],
  [
    'lists the newest first',
    async (subject) => {
      const ids = await beginMany(subject, 3);
      const refusal = sampleRefusal();
      await subject.journal.refuse(refusal);
      assert.deepEqual(idsOf(await subject.journal.list(ALICE)), [refusal.callId, ...ids]);
    },
  ],
  [
    "shows nobody another tenant's or principal's calls: no tenant is not any tenant",
    async (subject) => {
      const scopes = [
        ALICE,
        { tenant: 'acme', principalId: 'bob' },
        { tenant: 'umbrella', principalId: 'alice' },
        { tenant: undefined, principalId: 'alice' },
        { tenant: 'acme', principalId: undefined },
        { tenant: undefined, principalId: undefined },
      ];
      const intents = scopes.map((scope) => sampleIntent(scope));
      for (const intent of intents) await beginFresh(subject, intent);
      for (const [at, scope] of scopes.entries()) {
        assert.deepEqual(idsOf(await subject.journal.list(scope)), [intents[at]!.callId]);
        for (const { callId } of intents) {
          const found = await subject.journal.get(scope, callId);
          assert.equal(found?.callId, callId === intents[at]!.callId ? callId : undefined);
        }
      }
    },
  ],
  [
    'pages through all calls by the last one seen, each once',
    async (subject) => {
      const ids = await beginMany(subject, 5);
      const seen: string[] = [];
      for (let pages = 0; pages < ids.length; pages++) {
        const before = seen.at(-1);
        const page = await subject.journal.list(ALICE, {
          limit: 2,
          ...(before === undefined ? {} : { before }),
        });
        if (page.length === 0) break;
        seen.push(...idsOf(page));
      }
      assert.deepEqual(seen, ids);
    },
  ],
  [
    'lists by tool and by status',
    async (subject) => {
      const running = sampleIntent({ tool: 'read_mail' });
      const succeeded = sampleIntent();
      const failed = sampleIntent();
      const refused = sampleRefusal({ tool: 'read_mail' });
      for (const intent of [running, succeeded, failed]) await beginFresh(subject, intent);
      await finish(subject, succeeded, sampleSuccess(null));
      await finish(subject, failed, sampleFailure('tool_error', RAN));
      await subject.journal.refuse(refused);
      for (const [status, { callId }] of Object.entries({ running, succeeded, failed, refused })) {
        const listed = await subject.journal.list(ALICE, { status: status as JournalRecord['status'] });
        assert.deepEqual(idsOf(listed), [callId], status);
      }
      assert.deepEqual(idsOf(await subject.journal.list(ALICE, { tool: 'read_mail' })), [
        refused.callId,
        running.callId,
      ]);
      assert.deepEqual(idsOf(await subject.journal.list(ALICE, { tool: 'read_mail', status: 'running' })), [
        running.callId,
      ]);
    },
  ],
  [
    'lists no more than the limit, 50 unless told, and never more than 200',
    async (subject) => {
      const ids = await beginMany(subject, 201);
      for (const [limit, count] of [
        [0, 0],
        [2, 2],
        [undefined, 50],
        [1_000, 200],
      ] as const) {
        const listed = await subject.journal.list(ALICE, limit === undefined ? {} : { limit });
        assert.deepEqual(idsOf(listed), ids.slice(0, count));
      }
    },
  ],
  [
    'gives undefined for a call that it does not know',
    async ({ journal }) => assert.equal(await journal.get(ALICE, sampleIntent().callId), undefined),
  ],
];
