import type { Redactor } from '../redaction/redactor.js';
import { toJsonValue } from './to-json-value.js';

/**
 * The JSON of an object that stands for an error, without stacks. Masked as a value: in its text, a
 * secret within a list or an object could no longer be told by its name.
 */
export function maskedJson(value: unknown, redactor: Redactor | undefined): string {
  // Bounded: a thrown response or client may hold half the application.
  const bounded = toJsonValue(value, { maxNodes: 200, maxChars: 8_000 }).value;
  const masked = redactor === undefined ? bounded : redactor.value(bounded);
  return JSON.stringify(masked, (key, item: unknown) => (key === 'stack' ? undefined : item));
}
