/// <reference lib="es2024.string" />

/**
 * The text with each lone surrogate replaced by U+FFFD; the same text if it has none. A lone
 * surrogate makes a whole request invalid JSON for a provider, and is refused by databases.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** The largest end up to `end` at which `text.slice(0, end)` splits no surrogate pair. */
export function headEnd(text: string, end: number): number {
  return splitsPair(text, end) ? end - 1 : end;
}

/** The smallest start from `start` on at which `text.slice(start)` splits no surrogate pair. */
export function tailStart(text: string, start: number): number {
  return splitsPair(text, start) ? start + 1 : start;
}

function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
