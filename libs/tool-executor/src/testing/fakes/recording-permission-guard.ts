import {
  allow,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../permission/tool-permission-guard.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** @publicApi */
export interface RecordingPermissionGuardOptions {
  /** Notes `visible` and `decide`. @default one of its own */
  readonly recorder?: Recorder;
  /** What it decides. @default allow */
  readonly decide?: (call: GuardedCall, context: ToolExecutionContext) => ToolPermissionDecision;
  /** @default every tool is visible */
  readonly isVisible?: (tool: ToolDefinition, context: ToolExecutionContext) => boolean;
}

/** One question that a guard was asked. `args` are read only where the test reads them. @publicApi */
export interface RecordedDecision {
  readonly call: GuardedCall;
  readonly context: ToolExecutionContext;
}

/**
 * A permission guard that allows everything unless it is told otherwise, and keeps what it was asked.
 *
 * @publicApi
 */
export class RecordingPermissionGuard extends ToolPermissionGuard {
  readonly recorder: Recorder;
  readonly decided: RecordedDecision[] = [];
  /** Names of the tools whose visibility was asked for. */
  readonly looked: string[] = [];
  private readonly faults = new Faults<'decide' | 'isVisible'>('RecordingPermissionGuard');

  constructor(private readonly options: RecordingPermissionGuardOptions = {}) {
    super();
    this.recorder = options.recorder ?? new Recorder();
  }

  /** From now on the method does it wrong. */
  misbehave(method: 'decide' | 'isVisible', fault: Fault): this {
    this.faults.set(method, fault);
    return this;
  }

  /** @param method left out: all of them */
  behave(method?: 'decide' | 'isVisible'): this {
    this.faults.clear(method);
    return this;
  }

  decide(call: GuardedCall, context: ToolExecutionContext): ToolPermissionDecision {
    this.recorder.note('decide');
    this.decided.push({ call, context });
    return this.faults.apply('decide', () => this.options.decide?.(call, context) ?? allow());
  }

  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean {
    this.recorder.note('visible');
    this.looked.push(tool.name);
    return this.faults.apply('isVisible', () => this.options.isVisible?.(tool, context) ?? true);
  }
}
