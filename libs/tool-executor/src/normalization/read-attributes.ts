import type { JsonObject } from '../tool/tool-result.js';
import { invalidOutput } from './invalid-output.js';
import { toJsonValue } from './to-json-value.js';

const MAX_CHARS = 65_536;

/** Attributes as JSON, and what was lost on the way. */
export interface ReadAttributes {
  readonly value: JsonObject | undefined;
  readonly notes: readonly string[];
}

const NONE: ReadAttributes = Object.freeze({ value: undefined, notes: [] });

/** @throws CallFailure `invalid_output` for anything but an object of ordinary size */
export function readAttributes(given: unknown): ReadAttributes {
  if (given === undefined || given === null) return NONE;
  const { value, notes } = toJsonValue(given);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOutput('`attributes` of its output must be an object');
  const { length } = JSON.stringify(value);
  if (length > MAX_CHARS)
    throw invalidOutput(
      `\`attributes\` of its output may have ${MAX_CHARS} characters of JSON, not ${length}`,
    );
  return { value: value as JsonObject, notes: notes.map((note) => `attributes: ${note}`) };
}
