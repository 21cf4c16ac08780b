import type { CompiledParameters } from './compiled-parameters.js';
import type { ToolContext } from './tool-context.js';
import type { ToolDefinition } from './tool-definition.js';
import type { JsonValue } from './tool-result.js';

/**
 * A tool in the registry: its public definition, and what the executor needs to run it.
 *
 * @publicApi
 */
export interface RegisteredTool {
  readonly definition: ToolDefinition;
  /** `ReadFileTool.execute`, for messages to developers. */
  readonly source: string;
  readonly parameters: CompiledParameters;
  readonly errors: 'plain' | 'masked';
  readonly maxOutputChars: number;
  /** Says what is wrong with an output, or `undefined`. Only where the tool declares an output schema. */
  readonly checkOutput: ((output: JsonValue) => string | undefined) | undefined;
  /** Runs the tool's own code; `start` is called right before it. */
  readonly invoke: (args: object, context: ToolContext, start: () => void) => unknown;
}
