import type { ToolResult } from '../tool/tool-result.js';
import { activeTraceId, startSpan } from './safe-span.js';
import { ToolTracer, type LateOutcome, type ToolSpan, type TracedCall } from './tool-tracer.js';

/**
 * Several tracers as one. One that fails doesn't keep the others from their record.
 *
 * @publicApi
 */
export class CompositeToolTracer extends ToolTracer {
  constructor(private readonly tracers: readonly ToolTracer[]) {
    super();
  }

  start(call: TracedCall): ToolSpan {
    return new CompositeSpan(this.tracers.map((tracer) => startSpan(tracer, call)));
  }

  override activeTraceId(): string | undefined {
    for (const tracer of this.tracers) {
      const id = activeTraceId(tracer);
      if (id !== undefined) return id;
    }
    return undefined;
  }
}

class CompositeSpan implements ToolSpan {
  constructor(private readonly spans: readonly ToolSpan[]) {}

  end(result: ToolResult, cause?: unknown): void {
    for (const span of this.spans) span.end(result, cause);
  }

  late(outcome: LateOutcome): void {
    for (const span of this.spans) span.late?.(outcome);
  }
}
