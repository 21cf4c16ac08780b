import { isThenable } from '../time/is-thenable.js';
import type { ToolBudget } from '../tool/tool-budget.js';
import type { ToolCall } from '../tool/tool-call.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolContextData, ToolProgress } from '../tool/tool-execution-context.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolResult } from '../tool/tool-result.js';

/** The context of one run. What few tools use is made when it is asked for. */
export class InvocationContext implements ToolContext {
  private lastProgress = -Infinity;
  /** Set anew when the tool starts: what guards see before is a foretaste. */
  deadline: number;

  constructor(
    private readonly execution: ToolExecution,
    private readonly defaults: Readonly<ToolContextData>,
    private readonly callTool: (call: ToolCall, context: InvocationContext) => Promise<ToolResult>,
  ) {
    const { timeoutMs } = execution.tool!.definition.traits;
    this.deadline = Date.now() + Math.min(timeoutMs, execution.leftMs());
  }

  /** The same one for guards and tool. */
  static of(
    execution: ToolExecution,
    defaults: Readonly<ToolContextData>,
    callTool: InvocationContext['callTool'],
  ): InvocationContext {
    return (execution.toolContext ??= new InvocationContext(
      execution,
      defaults,
      callTool,
    )) as InvocationContext;
  }

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
  /** For the calls that the tool makes. */
  get offered(): readonly string[] | undefined {
    return this.execution.context.tools;
  }
  /** For the calls that the tool makes. */
  get budget(): ToolBudget | undefined {
    return this.execution.context.budget;
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
