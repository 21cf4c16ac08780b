/// <reference lib="es2024.string" />

/** Longer texts are not looked at beyond this, whatever is asked for: a provider may send anything. */
const MOST_CHARS = 20_000;

/** Controls, and what reverses the direction of text. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * A text on one line, well-formed, without controls, and with at most `maxChars` UTF-16 units; a
 * longer one ends in `…`.
 */
export function plainText(text: string, maxChars: number): string {
  const line = text.slice(0, MOST_CHARS).toWellFormed().replace(STEERING, ' ').replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  // Half of a pair at the cut becomes nothing, rather than U+FFFD.
  return `${line
    .slice(0, maxChars - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
