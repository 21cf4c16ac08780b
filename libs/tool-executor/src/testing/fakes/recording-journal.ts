import { InMemoryToolJournal } from '../../journal/in-memory.journal.js';
import {
  ToolJournal,
  type JournalAnswer,
  type JournalQuery,
  type JournalRecord,
  type JournalScope,
  type ToolIntent,
  type ToolOutcome,
  type ToolRefusal,
} from '../../journal/tool-journal.js';
import type { ApprovalStore } from '../../permission/approval/approval-store.js';
import { InMemoryApprovalStore } from '../../permission/approval/in-memory-approval.store.js';
import { copyResult } from '../results/copy-result.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingJournalOptions {
  /** Notes `begin`, `finish` and `refuse`. @default one of its own */
  readonly recorder?: Recorder;
  /** Where `begin` redeems. @default an InMemoryApprovalStore of its own */
  readonly approvals?: ApprovalStore;
}

type Method = 'begin' | 'finish' | 'refuse' | 'list' | 'get' | 'isWritable';

/**
 * A journal in memory that keeps what it was given. Where approvals matter, the executor has to use
 * its store: `{ journal, approvals: { store: journal.approvals } }`.
 *
 * @publicApi
 */
export class RecordingJournal extends ToolJournal {
  readonly recorder: Recorder;
  readonly approvals: ApprovalStore;
  readonly begun: ToolIntent[] = [];
  readonly finished: ToolOutcome[] = [];
  readonly refused: ToolRefusal[] = [];
  private readonly journal: ToolJournal;
  private readonly faults = new Faults<Method>('RecordingJournal');

  constructor({
    recorder = new Recorder(),
    approvals = new InMemoryApprovalStore(),
  }: RecordingJournalOptions = {}) {
    super();
    this.recorder = recorder;
    this.approvals = approvals;
    this.journal = new InMemoryToolJournal(approvals);
  }

  /** From now on the method does it wrong, and doesn't reach the journal behind it. */
  misbehave(method: Method, fault: Fault): this {
    this.faults.set(method, fault);
    return this;
  }

  /** @param method left out: all of them */
  behave(method?: Method): this {
    this.faults.clear(method);
    return this;
  }

  begin(intent: ToolIntent): JournalAnswer | Promise<JournalAnswer> {
    this.recorder.note('begin');
    this.begun.push(intent);
    return this.faults.apply('begin', () => this.journal.begin(intent));
  }

  finish(outcome: ToolOutcome): void | Promise<void> {
    this.recorder.note('finish');
    this.finished.push({ ...outcome, result: copyResult(outcome.result) });
    return this.faults.apply('finish', () => this.journal.finish(outcome));
  }

  refuse(refusal: ToolRefusal): void | Promise<void> {
    this.recorder.note('refuse');
    this.refused.push({ ...refusal, result: copyResult(refusal.result) });
    return this.faults.apply('refuse', () => this.journal.refuse(refusal));
  }

  list(
    scope: JournalScope,
    query?: JournalQuery,
  ): readonly JournalRecord[] | Promise<readonly JournalRecord[]> {
    return this.faults.apply('list', () => this.journal.list(scope, query));
  }

  get(scope: JournalScope, callId: string): JournalRecord | undefined | Promise<JournalRecord | undefined> {
    return this.faults.apply('get', () => this.journal.get(scope, callId));
  }

  override isWritable(): boolean | Promise<boolean> {
    return this.faults.apply('isWritable', () => this.journal.isWritable());
  }
}
