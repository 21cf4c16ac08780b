import { headEnd, tailStart, wellFormed } from './well-formed.js';

/** Stands where the middle of a text was cut out. */
export const TRUNCATED = '[truncated]';

const MARKER = `\n${TRUNCATED}\n`;

/** A text within its limit. */
export interface KeptText {
  readonly text: string;
  readonly truncated: boolean;
  /** UTF-16 units before cutting. */
  readonly originalSize: number;
}

/**
 * Cuts the middle out of a text that is too long: what matters is often at the end (a test
 * summary, a compiler error). The result is well-formed, with at most `maxChars` UTF-16 units,
 * the marker included.
 *
 * A limit that is too small for marker and text gives as much of the marker as fits.
 */
export function keepHeadAndTail(text: string, maxChars: number): KeptText {
  const originalSize = text.length;
  if (originalSize <= maxChars) return { text: wellFormed(text), truncated: false, originalSize };
  const room = Math.floor(maxChars) - MARKER.length;
  if (!(room > 0)) {
    return {
      text: TRUNCATED.slice(0, Math.max(0, Math.floor(maxChars) || 0)),
      truncated: true,
      originalSize,
    };
  }
  const head = text.slice(0, headEnd(text, Math.ceil(room / 2)));
  const tail = text.slice(tailStart(text, originalSize - Math.floor(room / 2)));
  return { text: wellFormed(head + MARKER + tail), truncated: true, originalSize };
}
