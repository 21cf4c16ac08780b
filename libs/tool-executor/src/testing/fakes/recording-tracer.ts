import type { ToolResult } from '../../tool/tool-result.js';
import { ToolTracer, type LateOutcome, type ToolSpan, type TracedCall } from '../../tracing/tool-tracer.js';
import { copyResult } from '../results/copy-result.js';
import { Faults, type Fault } from './faults.js';
import { Recorder } from './recorder.js';

/** What a tracer saw of one call. @publicApi */
export interface RecordedSpan {
  readonly call: TracedCall;
  /** Each `end()`, the first one first: a legal executor ends a span once. */
  readonly ends: { readonly result: ToolResult; readonly cause: unknown }[];
  readonly late: LateOutcome[];
}

/** @publicApi */
export interface RecordingTracerOptions {
  /** Notes `start`, `end` and `late`. @default one of its own */
  readonly recorder?: Recorder;
  /** What `activeTraceId()` gives. @default undefined */
  readonly activeTraceId?: string;
}

type Method = 'start' | 'end' | 'late' | 'activeTraceId';

/**
 * A tracer that keeps what it sees. `call.arguments` is what is known when the test reads it: parsed
 * once the call has been validated.
 *
 * @publicApi
 */
export class RecordingTracer extends ToolTracer {
  readonly recorder: Recorder;
  readonly spans: RecordedSpan[] = [];
  private readonly faults = new Faults<Method>('RecordingTracer');

  constructor(private readonly options: RecordingTracerOptions = {}) {
    super();
    this.recorder = options.recorder ?? new Recorder();
  }

  /** From now on the method does it wrong, also in spans that are open. */
  misbehave(method: Method, fault: Fault): this {
    this.faults.set(method, fault);
    return this;
  }

  /** @param method left out: all of them */
  behave(method?: Method): this {
    this.faults.clear(method);
    return this;
  }

  start(call: TracedCall): ToolSpan {
    this.recorder.note('start');
    const span: RecordedSpan = { call, ends: [], late: [] };
    this.spans.push(span);
    return this.faults.apply<ToolSpan>('start', () => ({
      end: (result, cause) => {
        this.recorder.note('end');
        span.ends.push({ result: copyResult(result), cause });
        return this.faults.apply('end', () => {});
      },
      late: (outcome) => {
        this.recorder.note('late');
        span.late.push(outcome);
        return this.faults.apply('late', () => {});
      },
    }));
  }

  override activeTraceId(): string | undefined {
    return this.faults.apply('activeTraceId', () => this.options.activeTraceId);
  }
}
