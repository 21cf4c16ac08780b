import { InProcessToolRunner } from '../../execution/in-process.runner.js';
import { ToolRunner, type RunnableCall } from '../../execution/tool-runner.js';
import type { ToolIsolation } from '../../tool/tool-result.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingRunnerOptions {
  /** Notes `run`. @default one of its own */
  readonly recorder?: Recorder;
  /** The runner behind it. @default an InProcessToolRunner */
  readonly runner?: ToolRunner;
}

/**
 * A runner that keeps what it was asked to run, and runs it.
 *
 * @publicApi
 */
export class RecordingRunner extends ToolRunner {
  readonly recorder: Recorder;
  readonly runs: RunnableCall[] = [];
  private readonly runner: ToolRunner;
  private readonly faults = new Faults<'run' | 'supports'>('RecordingRunner');

  constructor({
    recorder = new Recorder(),
    runner = new InProcessToolRunner(),
  }: RecordingRunnerOptions = {}) {
    super();
    this.recorder = recorder;
    this.runner = runner;
  }

  /** From now on the method does it wrong, and the tool doesn't start. */
  misbehave(method: 'run' | 'supports', fault: Fault): this {
    this.faults.set(method, fault);
    return this;
  }

  /** @param method left out: both */
  behave(method?: 'run' | 'supports'): this {
    this.faults.clear(method);
    return this;
  }

  supports(isolation: ToolIsolation): boolean {
    return this.faults.apply('supports', () => this.runner.supports(isolation));
  }

  run(call: RunnableCall): unknown {
    this.recorder.note('run');
    this.runs.push(call);
    return this.faults.apply('run', () => this.runner.run(call));
  }
}
