import { ApprovalListener } from '../../permission/approval/approval-listener.js';
import type { ToolApproval } from '../../permission/approval/tool-approval.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingApprovalListenerOptions {
  /** Notes `requested` and `decided`. @default one of its own */
  readonly recorder?: Recorder;
}

/**
 * An approval listener that keeps what it was told.
 *
 * @publicApi
 */
export class RecordingApprovalListener extends ApprovalListener {
  readonly recorder: Recorder;
  readonly requests: ToolApproval[] = [];
  readonly decisions: ToolApproval[] = [];
  private readonly faults = new Faults<'requested' | 'decided'>('RecordingApprovalListener');

  constructor({ recorder = new Recorder() }: RecordingApprovalListenerOptions = {}) {
    super();
    this.recorder = recorder;
  }

  /** From now on the method does it wrong. */
  misbehave(method: 'requested' | 'decided', fault: Fault): this {
    this.faults.set(method, fault);
    return this;
  }

  /** @param method left out: both */
  behave(method?: 'requested' | 'decided'): this {
    this.faults.clear(method);
    return this;
  }

  requested(approval: ToolApproval): void {
    this.recorder.note('requested');
    this.requests.push(approval);
    return this.faults.apply('requested', () => {});
  }

  decided(approval: ToolApproval): void {
    this.recorder.note('decided');
    this.decisions.push(approval);
    return this.faults.apply('decided', () => {});
  }
}
