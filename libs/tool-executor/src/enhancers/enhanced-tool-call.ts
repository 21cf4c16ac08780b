import type { ToolContext } from '../tool/tool-context.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolPrincipal } from '../tool/tool-principal.js';

/**
 * What Nest's guards, interceptors and filters may know of a tool call.
 *
 * @publicApi
 */
export interface EnhancedToolCall<Args = unknown> {
  readonly tool: ToolDefinition;
  readonly callId: string;
  readonly principal: ToolPrincipal | undefined;
  /**
   * The validated arguments, an instance of their class: written by a model, so never a credential.
   * For a guard a copy that the tool doesn't get; for an interceptor those of the tool itself.
   */
  readonly args: Args;
  /** What the tool gets beside its arguments: signal, data, request. */
  readonly context: ToolContext;
}
