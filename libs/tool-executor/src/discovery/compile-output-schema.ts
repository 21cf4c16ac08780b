import { Ajv2020 } from 'ajv/dist/2020.js';
import { freezeJson } from '../tool/freeze-json.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';

/** A declared output schema, as it is published, and its check. */
export interface CompiledOutputSchema {
  /** A frozen copy of what was declared. */
  readonly schema: JsonObject;
  /** Says what is wrong with an output, or `undefined`. */
  readonly check: (output: JsonValue) => string | undefined;
}

/** @throws ToolConfigurationError when the schema is not a JSON Schema */
export function compileOutputSchema(source: string, declared: JsonObject): CompiledOutputSchema {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, messages: true });
  try {
    const schema = freezeJson(structuredClone(declared));
    const check = ajv.compile(schema);
    return {
      schema,
      check: (output) => (check(output) ? undefined : ajv.errorsText(check.errors, { dataVar: 'output' })),
    };
  } catch (error) {
    throw new ToolConfigurationError(
      `${source}: \`outputSchema\` is not a JSON Schema 2020-12: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
