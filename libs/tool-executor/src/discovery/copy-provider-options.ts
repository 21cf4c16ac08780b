import { copyPlain } from '../intake/copy-plain.js';
import { DEFAULT_INTAKE_LIMITS } from '../intake/intake-limits.js';
import { isProblem } from '../intake/intake-problem.js';
import { joinSegments } from '../text/argument-path.js';
import { freezeJson } from '../tool/freeze-json.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { JsonObject } from '../tool/tool-result.js';

/**
 * A frozen copy of a tool's `providerOptions`.
 *
 * @throws ToolConfigurationError unless they are a plain JSON object of ordinary size, naming the place
 */
export function copyProviderOptions(source: string, declared: unknown): JsonObject {
  const copied = copyPlain(declared, 1, { nodes: 0, chars: 0 }, DEFAULT_INTAKE_LIMITS, []);
  if (isProblem(copied)) {
    const place = joinSegments(['providerOptions', ...copied.segments.toReversed()]);
    throw new ToolConfigurationError(`${source}: \`${place}\` must be plain JSON: ${copied.expected}.`);
  }
  const { value } = copied;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ToolConfigurationError(
      `${source}: \`providerOptions\` must be an object, with settings by the name of the provider.`,
    );
  }
  return freezeJson(value as JsonObject);
}
