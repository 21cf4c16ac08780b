import { describe, expect, it } from '@jest/globals';
import { DisabledToolJournal } from '../../src/journal/disabled.journal.js';
import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { sampleIntent } from '../../src/testing/contracts/sample-intent.js';
import { toolJournalContract } from '../../src/testing/contracts/tool-journal.contract.js';
import { RecordingJournal } from '../../src/testing/fakes/recording-journal.js';

/** As a database has it: every answer is a promise. */
class AsyncApprovalStore extends InMemoryApprovalStore {
  override redeem(...given: Parameters<InMemoryApprovalStore['redeem']>): never {
    return Promise.resolve().then(() => super.redeem(...given)) as never;
  }
}

const stores = {
  'a store that answers at once': InMemoryApprovalStore,
  'a store that answers later': AsyncApprovalStore,
};

for (const [name, Store] of Object.entries(stores)) {
  describeContract(
    { describe, it },
    `InMemoryToolJournal, with ${name}`,
    toolJournalContract(() => {
      const approvals = new Store();
      return { journal: new InMemoryToolJournal(approvals), approvals };
    }),
  );

  const disabled = toolJournalContract(
    () => {
      const approvals = new Store();
      return { journal: new DisabledToolJournal(approvals), approvals };
    },
    { records: false },
  );
  describeContract({ describe, it }, `DisabledToolJournal, with ${name}`, disabled);
}

describeContract(
  { describe, it },
  'RecordingJournal',
  toolJournalContract(() => {
    const journal = new RecordingJournal();
    return { journal, approvals: journal.approvals };
  }),
);

describe('InMemoryToolJournal, when its store fails', () => {
  const failures = {
    'at once': (): never => {
      throw new Error('down');
    },
    later: (): never => Promise.reject(new Error('down')) as never,
  };

  it.each(Object.entries(failures))(
    'fails %s, keeps no record of the call, and leaves its key free',
    async (_, redeem) => {
      const approvals = new InMemoryApprovalStore();
      approvals.redeem = redeem;
      const journal = new InMemoryToolJournal(approvals);
      const failing = sampleIntent({ idempotencyKey: 'order-1', approvalId: 'a1' });

      await expect((async () => journal.begin(failing))()).rejects.toThrow('down');

      expect(journal.get(failing, failing.callId)).toBeUndefined();
      expect(await journal.begin(sampleIntent({ idempotencyKey: 'order-1' }))).toEqual({ status: 'fresh' });
    },
  );
});
