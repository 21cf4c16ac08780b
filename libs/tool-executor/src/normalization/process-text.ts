import { collapseCarriageReturns } from '../text/collapse-carriage-returns.js';
import { stripAnsi } from '../text/strip-ansi.js';

/**
 * What a process printed, as text to read: without byte order mark, terminal sequences,
 * overwritten progress and the last line break, which no program means to say.
 *
 * @param isWhole `false` if the middle was cut out already: then the end stays as it is
 */
export function readableProcessText(printed: unknown, isWhole: boolean): string {
  const text = collapseCarriageReturns(plainProcessText(printed));
  return isWhole ? text.replace(/\r?\n$/, '') : text;
}

/** What a process printed, as text to parse: without byte order mark and terminal sequences. */
export function plainProcessText(printed: unknown): string {
  const text = stripAnsi(typeof printed === 'string' ? printed : String(printed ?? ''));
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
