import { isThenable } from '../time/is-thenable.js';
import type { ToolCall } from '../tool/tool-call.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolContextData, ToolProgress } from '../tool/tool-execution-context.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolResult } from '../tool/tool-result.js';

/** The context of one run. What few tools use is made when it is asked for. */
export class InvocationContext implements ToolContext {
  private lastProgress = -Infinity;

  constructor(
    private readonly execution: ToolExecution,
    readonly deadline: number,
    private readonly defaults: Readonly<ToolContextData>,
    private readonly callTool: (call: ToolCall, context: InvocationContext) => Promise<ToolResult>,
  ) {}

  get tool(): string {
    return this.execution.tool!.definition.name;
  }
  get callId(): string {
    return this.execution.callId;
  }
  get traceId(): string {
    return this.execution.traceId;
  }
  get toolCallId(): string | undefined {
    return this.execution.toolCallId;
  }
  get attempt(): number {
    return this.execution.attempt;
  }
  get principal(): ToolContext['principal'] {
    return this.execution.context.principal;
  }
  get conversationId(): string | undefined {
    return this.execution.context.conversationId;
  }
  get idempotencyKey(): string | undefined {
    return this.execution.context.idempotencyKey;
  }
  get signal(): AbortSignal {
    return this.execution.stop.signal;
  }
  get request(): unknown {
    return this.execution.context.request;
  }
  get data(): Readonly<ToolContextData> {
    const { data } = this.execution.context;
    return data === undefined ? this.defaults : Object.freeze({ ...this.defaults, ...data });
  }

  // Bound, since tools take them apart: `{ signal, progress }`.
  get progress(): ToolContext['progress'] {
    return (progress) => this.report(progress);
  }
  get execute(): ToolContext['execute'] {
    return (call) => this.callTool(call, this);
  }

  private report(progress: ToolProgress): void {
    const { onProgress } = this.execution.context;
    if (onProgress === undefined || this.execution.settled) return;
    try {
      if (!(progress.progress > this.lastProgress)) return;
      this.lastProgress = progress.progress;
      const answer: unknown = onProgress(progress);
      if (isThenable(answer)) Promise.resolve(answer).catch(ignore);
    } catch {
      // The caller's listener is not the tool's business.
    }
  }
}

function ignore(): void {}
