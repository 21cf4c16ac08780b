import { InMemoryToolJournal } from '../../src/journal/in-memory.journal.js';
import type { JournalAnswer, ToolIntent, ToolOutcome, ToolRefusal } from '../../src/journal/tool-journal.js';
import { InMemoryApprovalStore } from '../../src/permission/approval/in-memory-approval.store.js';
import {
  allow,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { ToolTracer, type ToolSpan } from '../../src/tracing/tool-tracer.js';

/** The steps that happened, in order. */
export class Steps {
  readonly seen: string[] = [];
}

export class RecordedGuard extends ToolPermissionGuard {
  decision: ToolPermissionDecision = allow();
  visible = true;

  constructor(private readonly steps: Steps) {
    super();
  }
  decide(): ToolPermissionDecision {
    this.steps.seen.push('decide');
    return this.decision;
  }
  override isVisible(): boolean {
    this.steps.seen.push('visible');
    return this.visible;
  }
}

export class RecordedJournal extends InMemoryToolJournal {
  answer: JournalAnswer | undefined;

  constructor(private readonly steps: Steps) {
    super(new InMemoryApprovalStore());
  }
  override begin(intent: ToolIntent): JournalAnswer | Promise<JournalAnswer> {
    this.steps.seen.push('begin');
    return this.answer ?? super.begin(intent);
  }
  override finish(outcome: ToolOutcome): void {
    this.steps.seen.push('finish');
    super.finish(outcome);
  }
  override refuse(refusal: ToolRefusal): void {
    this.steps.seen.push('refuse');
    super.refuse(refusal);
  }
}

export class RecordedTracer extends ToolTracer {
  constructor(private readonly steps: Steps) {
    super();
  }
  start(): ToolSpan {
    this.steps.seen.push('start');
    return { end: () => void this.steps.seen.push('end') };
  }
}
