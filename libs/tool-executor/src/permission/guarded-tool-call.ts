import type { ToolExecution } from '../tool/tool-execution.js';
import type { GuardedCall } from './tool-permission-guard.js';

/** A guard's view of an execution. The DTO instance is made when the guard asks for it, for it alone. */
export class GuardedToolCall implements GuardedCall {
  private instance: object | undefined;

  constructor(private readonly execution: ToolExecution) {}

  get callId(): string {
    return this.execution.callId;
  }
  get toolCallId(): string | undefined {
    return this.execution.toolCallId;
  }
  get parentCallId(): string | undefined {
    return this.execution.parentCallId;
  }
  get tool(): GuardedCall['tool'] {
    return this.execution.tool!.definition;
  }
  get args(): unknown {
    return (this.instance ??= this.execution.tool!.parameters.instantiate(this.execution.canonical!));
  }

  /** The next guard that asks for the arguments gets an instance of its own. */
  renewArgs(): void {
    this.instance = undefined;
  }
}
