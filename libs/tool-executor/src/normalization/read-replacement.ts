import type { RegisteredTool } from '../tool/registered-tool.js';
import type { PlainOutput } from './plain-output.js';
import { readCompanions } from './read-companions.js';
import { toJsonValue } from './to-json-value.js';

const REPLACED = 'an output guard replaced the output';

/**
 * What a guard puts in the place of an output: its form is trusted as little as that of the output.
 *
 * @throws whatever reading it throws
 */
export function readReplacement(tool: RegisteredTool, verdict: unknown): PlainOutput {
  const { value, companions: given } = verdict as { value: unknown; companions?: unknown };
  const { value: plain, notes } = toJsonValue(value);
  const { companions, notes: more } = readCompanions(tool, given);
  return { value: plain, companions, facts: { notes: [REPLACED, ...notes, ...more] } };
}
