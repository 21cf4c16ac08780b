import type { JsonValue } from '../tool/tool-result.js';

/**
 * One text for one value, however its keys were ordered: RFC 8785 (JSON Canonicalization Scheme).
 * Keys are sorted by UTF-16 units, there are no blanks, `-0` is `0`. Members that are `undefined`
 * count as absent.
 *
 * The value must be plain JSON: cycles and depths beyond the stack throw a RangeError.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item: JsonValue) => canonicalJson(item ?? null)).join(',')}]`;
  const object = value as { readonly [key: string]: JsonValue | undefined };
  let text = '';
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}
