import type { ExecutedCall } from '../../tool/executed-call.js';
import {
  pass,
  ToolOutputGuard,
  type OutputCompanions,
  type ToolOutputVerdict,
} from '../../tool/tool-output-guard.js';
import type { JsonValue } from '../../tool/tool-result.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingOutputGuardOptions {
  /** Notes `check`. @default one of its own */
  readonly recorder?: Recorder;
  /** What it says. @default pass */
  readonly check?: (call: ExecutedCall, value: JsonValue, companions: OutputCompanions) => ToolOutputVerdict;
}

/** One output that a guard has judged. `call.args` are read only where the test reads them. @publicApi */
export interface RecordedOutput {
  readonly call: ExecutedCall;
  readonly value: JsonValue;
  readonly companions: OutputCompanions;
}

/**
 * An output guard that lets everything pass unless it is told otherwise, and keeps what it has judged.
 *
 * @publicApi
 */
export class RecordingOutputGuard extends ToolOutputGuard {
  readonly recorder: Recorder;
  readonly checked: RecordedOutput[] = [];
  private readonly faults = new Faults<'check'>('RecordingOutputGuard');

  constructor(private readonly options: RecordingOutputGuardOptions = {}) {
    super();
    this.recorder = options.recorder ?? new Recorder();
  }

  /** From now on it does it wrong. */
  misbehave(fault: Fault): this {
    this.faults.set('check', fault);
    return this;
  }

  behave(): this {
    this.faults.clear();
    return this;
  }

  check(call: ExecutedCall, value: JsonValue, companions: OutputCompanions): ToolOutputVerdict {
    this.recorder.note('check');
    this.checked.push({ call, value, companions });
    return this.faults.apply('check', () => this.options.check?.(call, value, companions) ?? pass());
  }
}
