import type { ToolDefinition } from './tool-definition.js';
import type { ToolExecutionContext } from './tool-execution-context.js';

/**
 * A call whose tool has run, as error mappers and output guards see it.
 *
 * @publicApi
 */
export interface ExecutedCall {
  readonly callId: string;
  readonly traceId: string;
  readonly toolCallId: string | undefined;
  /** The call of the tool that made this one. */
  readonly parentCallId: string | undefined;
  readonly tool: ToolDefinition;
  /** The validated arguments: an instance of the DTO, the reader's own copy. */
  readonly args: unknown;
  readonly context: ToolExecutionContext;
}
