import type { ToolContext } from './tool-context.js';

/**
 * What a class marked with `@Tool()` implements.
 *
 * @publicApi
 */
export interface ToolHandler<Args = Record<string, never>> {
  /**
   * Any value or throw becomes a ToolResult. `args` is a fresh instance of the DTO and the
   * tool's own: it may change it.
   */
  execute(args: Args, context: ToolContext): unknown;
}
