import type { JsonValue } from '../tool/tool-result.js';
import { wellFormed } from '../text/well-formed.js';
import { JsonCopier } from './json-copier.js';
import { DEFAULT_JSON_LIMITS, type JsonLimits } from './json-limits.js';

/** A value as JSON holds it, and what had to be replaced for that. */
export interface JsonCopy {
  readonly value: JsonValue;
  /** What was lost, such as `prices[2]: NaN became null`; at most 20. */
  readonly notes: readonly string[];
}

const NO_NOTES: readonly string[] = Object.freeze([]);

/**
 * A fresh, plain, JSON-safe copy of any value; never throws, whatever the value does when it is
 * read. Texts and keys are well-formed, `-0` is 0, nothing is shared with the value.
 *
 * | value | becomes |
 * |---|---|
 * | undefined, function, symbol | left out of objects, `null` elsewhere |
 * | NaN, ±Infinity, an invalid Date | `null`, noted |
 * | BigInt | decimal text |
 * | Date | ISO text |
 * | Map | an object if all keys are texts, else its entries |
 * | Set | an array |
 * | Buffer, typed array, ArrayBuffer | `{ type, base64, bytes }` |
 * | Error | `{ name, message }`, never its stack or its other fields |
 * | RegExp, URL, URLSearchParams | text |
 * | any other object | its own enumerable data, `toJSON` honoured |
 * | a cycle | `"[circular]"`; a value that is merely used twice is kept twice |
 * | what throws when it is read | `"[unreadable]"` |
 * | a Promise within a value | `"[promise]"`, noted |
 * | what exceeds a limit | `"[too deep]"`, `"[too many values]"`, `"[too much text]"`, `base64: null`, noted |
 *
 * Keys named `__proto__` are left out and noted: code behind us that merges objects is safe from them.
 */
export function toJsonValue(value: unknown, limits?: JsonLimits): JsonCopy {
  switch (typeof value) {
    case 'string':
      return { value: wellFormed(value), notes: NO_NOTES };
    case 'boolean':
      return { value, notes: NO_NOTES };
    case 'undefined':
      return { value: null, notes: NO_NOTES };
    default:
      if (value === null) return { value, notes: NO_NOTES };
  }
  const copier = new JsonCopier(
    limits === undefined ? DEFAULT_JSON_LIMITS : { ...DEFAULT_JSON_LIMITS, ...limits },
  );
  const copy = copier.copyRoot(value);
  return { value: copy, notes: copier.notes ?? NO_NOTES };
}
