import type { CompiledParameters } from './compiled-parameters.js';
import type { ToolContext } from './tool-context.js';
import type { ToolDefinition } from './tool-definition.js';
import type { ToolErrorMapper } from './tool-error-mapper.js';
import type { ToolOutputGuard } from './tool-output-guard.js';
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
  /** In the order in which they are asked: those of the tool, those of the module. */
  readonly errorMappers: readonly ToolErrorMapper[];
  /** In the order in which they are asked: those of the tool, those of the module. */
  readonly outputGuards: readonly ToolOutputGuard[];
  /**
   * Asks Nest's guards on the tool, which get a copy of the arguments; not there where it has none.
   * Rejects with a CallFailure when one of them says no.
   */
  readonly admit?: (makeArgs: () => object, context: ToolContext) => Promise<void>;
  /** The options that the tool, or its operator, has set itself: what isn't here was filled in. For whoever advises developers. */
  readonly declared?: readonly string[];
  /** Runs the tool's own code; `start` is called right before it. */
  readonly invoke: (args: object, context: ToolContext, start: () => void) => unknown;
}
