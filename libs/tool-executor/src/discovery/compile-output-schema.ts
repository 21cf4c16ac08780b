import { Ajv2020 } from 'ajv/dist/2020.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';

/**
 * The check of a declared output schema. It says what is wrong with an output, or `undefined`.
 *
 * @throws ToolConfigurationError when the schema is not a JSON Schema
 */
export function compileOutputSchema(source: string, schema: JsonObject): (output: JsonValue) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, messages: true });
  try {
    const check = ajv.compile(schema);
    return (output) => (check(output) ? undefined : ajv.errorsText(check.errors, { dataVar: 'output' }));
  } catch (error) {
    throw new ToolConfigurationError(
      `${source}: \`outputSchema\` is not a JSON Schema 2020-12: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
