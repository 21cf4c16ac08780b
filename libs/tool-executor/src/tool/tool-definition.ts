import type { JsonObject } from './tool-result.js';
import type { ToolTraits } from './tool-traits.js';

/**
 * A tool as guards, doors and models see it. Frozen.
 *
 * @publicApi
 */
export interface ToolDefinition {
  /** Matches `^[A-Za-z][A-Za-z0-9_-]{0,63}$`, which every provider accepts. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12 of the arguments; its root is always an object. */
  readonly parameters: JsonObject;
  /** JSON Schema 2020-12 of the output, where the tool declares one. */
  readonly outputSchema?: JsonObject;
  /** The toolset that the tool was registered in. */
  readonly toolset?: string;
  readonly traits: ToolTraits;
  /** SHA-256 over name, description, schemas and traits, in hex: what an approval is bound to. */
  readonly schemaHash: string;
}
