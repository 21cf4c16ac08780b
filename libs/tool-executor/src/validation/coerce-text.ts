import { DEFAULT_INTAKE_LIMITS } from '../intake/intake-limits.js';
import { isProblem } from '../intake/intake-problem.js';
import { openJsonText } from '../intake/open-json-text.js';
import { isDateText } from '../schema/date-text.js';
import type { ValueKind } from '../schema/dto-shape.js';
import type { JsonValue } from '../tool/tool-result.js';

/**
 * Text as the declared kind, where nothing is lost: the number that prints as the same text,
 * `true` and `false`, JSON text of an object or array, a date as its midnight in UTC.
 *
 * @returns `undefined` where something would be lost or guessed
 */
export function coerceText(kind: ValueKind, text: string): JsonValue | undefined {
  switch (kind) {
    case 'number':
    case 'integer': {
      const number = Number(text);
      const isHeld = kind === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
      return isHeld && String(number) === text ? number : undefined;
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'date':
      return isDateText(text) ? `${text}T00:00:00Z` : undefined;
    case 'array':
    case 'object':
    case 'dto':
      return openStructured(kind, text);
    default:
      return undefined;
  }
}

function openStructured(kind: ValueKind, text: string): JsonValue | undefined {
  const opened = openJsonText(text, DEFAULT_INTAKE_LIMITS);
  if (isProblem(opened) || typeof opened.value !== 'object' || opened.value === null) return undefined;
  return Array.isArray(opened.value) === (kind === 'array') ? opened.value : undefined;
}
