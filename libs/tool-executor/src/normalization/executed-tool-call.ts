import type { ExecutedCall } from '../tool/executed-call.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';

/** An execution as one mapper or guard sees it. The DTO instance is made when it asks for it, for it alone. */
export class ExecutedToolCall implements ExecutedCall {
  readonly #execution: ToolExecution;
  #instance: object | undefined;

  constructor(execution: ToolExecution) {
    this.#execution = execution;
  }

  get callId(): string {
    return this.#execution.callId;
  }
  get traceId(): string {
    return this.#execution.traceId;
  }
  get toolCallId(): string | undefined {
    return this.#execution.toolCallId;
  }
  get parentCallId(): string | undefined {
    return this.#execution.parentCallId;
  }
  get tool(): ToolDefinition {
    return this.#execution.tool!.definition;
  }
  get args(): unknown {
    return (this.#instance ??= this.#execution.tool!.parameters.instantiate(this.#execution.canonical!));
  }
  get context(): ToolExecutionContext {
    return this.#execution.context;
  }
}
