import { describe, expect, it } from '@jest/globals';
import { describe as nodeDescribe, it as nodeIt } from 'node:test';
import { InProcessToolRunner } from '../../../src/execution/in-process.runner.js';
import { InMemoryToolJournal } from '../../../src/journal/in-memory.journal.js';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import { approvalStoreContract } from '../../../src/testing/contracts/approval-store.contract.js';
import type { ContractCase } from '../../../src/testing/contracts/contract-case.js';
import { describeContract, type TestApi } from '../../../src/testing/contracts/describe-contract.js';
import { toolJournalContract } from '../../../src/testing/contracts/tool-journal.contract.js';
import { toolPermissionGuardContract } from '../../../src/testing/contracts/tool-permission-guard.contract.js';
import { toolRunnerContract } from '../../../src/testing/contracts/tool-runner.contract.js';
import { toolTracerContract } from '../../../src/testing/contracts/tool-tracer.contract.js';
import { toolValidatorContract } from '../../../src/testing/contracts/tool-validator.contract.js';
import { RecordingPermissionGuard } from '../../../src/testing/fakes/recording-permission-guard.js';
import { RecordingTracer } from '../../../src/testing/fakes/recording-tracer.js';
import { ClassValidatorToolValidator } from '../../../src/validation/class-validator.validator.js';

/** The titles of the rules that an implementation breaks. */
async function brokenRules(cases: readonly ContractCase[]): Promise<string[]> {
  const broken: string[] = [];
  for (const { title, run } of cases) await run().catch(() => broken.push(title));
  return broken;
}

class TwiceStore extends InMemoryApprovalStore {
  override redeem(id: string): boolean {
    return this.get(id)?.status === 'approved';
  }
}

class LastDecisionStore extends InMemoryApprovalStore {
  override decide(...[id, decision]: Parameters<InMemoryApprovalStore['decide']>) {
    return super.decide(id, decision) ?? this.get(id);
  }
}

class OpenStore extends InMemoryApprovalStore {
  override list(query: Parameters<InMemoryApprovalStore['list']>[0]) {
    return super.list({ ...query, tenant: 'acme' });
  }
}

class ForgetfulJournal extends InMemoryToolJournal {
  override begin(intent: Parameters<InMemoryToolJournal['begin']>[0]) {
    return super.begin({ ...intent, idempotencyKey: undefined });
  }
}

class SharedKeyJournal extends InMemoryToolJournal {
  override begin(intent: Parameters<InMemoryToolJournal['begin']>[0]) {
    return super.begin(Object.create(intent, { principalId: { value: 'anybody' } }));
  }
}

class EagerRunner extends InProcessToolRunner {
  override run({ start, ...call }: Parameters<InProcessToolRunner['run']>[0]): unknown {
    return super.run({
      ...call,
      start: () =>
        void Promise.resolve()
          .then(start)
          .catch(() => {}),
    });
  }
}

class LaxValidator extends ClassValidatorToolValidator {
  override compile(parameters: Parameters<ClassValidatorToolValidator['compile']>[0]) {
    return super.compile({ ...parameters, coerce: 'lossless', unknownArguments: 'strip' });
  }
}

const journalOf = (Journal: typeof InMemoryToolJournal) => () => {
  const approvals = new InMemoryApprovalStore();
  return { journal: new Journal(approvals), approvals };
};

const faulty: Record<string, readonly [cases: readonly ContractCase[], rule: RegExp]> = {
  'a store that redeems twice': [
    approvalStoreContract(() => new TwiceStore()),
    /redeems an approved one exactly once/,
  ],
  'a store whose every racer wins': [
    approvalStoreContract(() => new LastDecisionStore()),
    /one of 20 racing decisions/,
  ],
  'a store that shows another tenant': [
    approvalStoreContract(() => new OpenStore()),
    /those of one tenant alone/,
  ],
  'a journal that redeems twice': [
    toolJournalContract(() => {
      const approvals = new TwiceStore();
      return { journal: new InMemoryToolJournal(approvals), approvals };
    }),
    /redeems an approval exactly once/,
  ],
  'a journal that forgets keys': [
    toolJournalContract(journalOf(ForgetfulJournal)),
    /one of 20 racers with the same key/,
  ],
  'a journal that mixes principals': [
    toolJournalContract(journalOf(SharedKeyJournal)),
    /per tenant, principal and tool/,
  ],
  'a journal that says it records nothing, and records': [
    toolJournalContract(journalOf(InMemoryToolJournal), { records: false }),
    /refuses a key that it cannot honour/,
  ],
  'a guard that answers something else': [
    toolPermissionGuardContract(() => new RecordingPermissionGuard().misbehave('decide', { answer: true })),
    /decides allow, deny or ask/,
  ],
  'a guard that changes the arguments': [
    toolPermissionGuardContract(
      () =>
        new RecordingPermissionGuard({
          decide: ({ args }) => Object.assign(args as object, { decision: 'allow' as const }),
        }),
    ),
    /changes neither/,
  ],
  'a guard that hides with undefined': [
    toolPermissionGuardContract(() =>
      new RecordingPermissionGuard().misbehave('isVisible', { answer: undefined }),
    ),
    /true or false/,
  ],
  'a runner that starts the tool before start': [
    toolRunnerContract(() => new EagerRunner()),
    /starts nothing when start throws/,
  ],
  'a tracer that throws': [
    toolTracerContract(() => new RecordingTracer().misbehave('end', 'throw')),
    /ends a span at once/,
  ],
  'a tracer that answers with a promise': [
    toolTracerContract(() => new RecordingTracer().misbehave('end', 'hang')),
    /ends a span at once/,
  ],
  'a validator that coerces although it may not': [
    toolValidatorContract(() => new LaxValidator()),
    /accepts exactly what its schema allows/,
  ],
};

describe('the contracts', () => {
  it.each(Object.entries(faulty))('find %s', async (_, [cases, rule]) => {
    expect(await brokenRules(cases)).toContainEqual(expect.stringMatching(rule));
  });

  it('name each rule once', () => {
    for (const cases of [
      approvalStoreContract(() => new InMemoryApprovalStore()),
      ...Object.values(faulty).map(([all]) => all),
    ]) {
      const titles = cases.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('dispose of each subject, also where a rule is broken', async () => {
    const made: unknown[] = [];
    const disposed: unknown[] = [];
    const make = () => {
      const store = new TwiceStore();
      made.push(store);
      return store;
    };
    await brokenRules(approvalStoreContract(make, { dispose: (store) => void disposed.push(store) }));
    expect(disposed).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });
});

describe('describeContract()', () => {
  it('hangs each case under the name, and nothing runs by itself', () => {
    const hung: string[] = [];
    const api: TestApi = {
      describe: (name, body) => (hung.push(name), body()),
      it: (title) => hung.push(title),
    };
    const run = (): never => {
      throw new Error('must not run');
    };
    describeContract(api, 'Port', [
      { title: 'one', run },
      { title: 'two', run },
    ]);
    expect(hung).toEqual(['Port', 'one', 'two']);
  });

  it('throws where there are no cases', () => {
    expect(() => describeContract({ describe, it }, 'Port', [])).toThrow(/no cases/);
  });

  it('takes describe and it of any runner', () => {
    const runners: TestApi[] = [
      { describe, it },
      { describe: nodeDescribe, it: nodeIt },
    ];
    expect(runners).toHaveLength(2);
  });
});
