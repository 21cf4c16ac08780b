import type { JsonValue } from '../tool/tool-result.js';
import { checkParsed } from './check-parsed.js';
import { tooManyBytes } from './copy-plain.js';
import { findRoundedNumber } from './find-rounded-number.js';
import type { IntakeLimits } from './intake-limits.js';
import { problem, type IntakeProblem } from './intake-problem.js';
import { scanJson } from './scan-json.js';

/**
 * Parses JSON text from outside. Cut, trailing or otherwise malformed text is refused, never
 * repaired; so is a number that parsing would change. The problem never quotes the text, which
 * may hold a secret.
 */
export function openJsonText(
  text: string,
  limits: IntakeLimits,
): { readonly value: JsonValue } | IntakeProblem {
  // A UTF-16 unit is at most three bytes of UTF-8, so most texts need no counting.
  if (
    text.length * 3 > limits.maxBytes &&
    (text.length > limits.maxBytes || Buffer.byteLength(text) > limits.maxBytes)
  ) {
    return tooManyBytes(limits);
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return malformed(text);
  }
  if (typeof value === 'object' && value !== null) {
    const found = checkParsed(value, 1, { nodes: 1, chars: 0 }, limits);
    if (found !== undefined) return found;
  }
  const rounded = findRoundedNumber(text);
  if (rounded === undefined) return { value };
  // The literal isn't shown: it may be the number of a card or an account.
  const found = problem('rounded_number', 'a number that JSON can hold exactly');
  found.segments.push(...rounded.toReversed());
  return found;
}

function malformed(text: string): IntakeProblem {
  const offset = scanJson(text);
  if (offset >= text.length) return problem('json', `valid JSON (it ends too early, at position ${offset})`);
  return problem('json', `valid JSON (wrong at position ${Math.max(offset, 0)})`);
}
