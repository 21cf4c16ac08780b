import type { Redactor } from '../redaction/redactor.js';
import { keepHeadAndTail } from '../text/keep-head-and-tail.js';
import { stripAnsi } from '../text/strip-ansi.js';

const MAX_INPUT_CHARS = 64 * 1024;
const MAX_CHARS = 4_000;

/** `/app/dist/orders.service.js:12:34` and `file:///app/x.ts:1`: where code is, not a file that a tool speaks of. */
const SOURCE_POSITION = /\.[cm]?[jt]sx?:\d+(?::\d+)?\W?$/;
const ABSOLUTE = /^(?:file:\/\/|[\\/]|[A-Za-z]:[\\/])/;

/**
 * The text of an error as a model may see it: no colours, no lines of a stack, source positions
 * without their folders, masked where there is a redactor, at most 4,000 UTF-16 units. May be empty.
 */
export function errorText(text: string, redactor?: Pick<Redactor, 'text'>): string {
  let bounded = text;
  if (text.length > MAX_INPUT_CHARS) {
    bounded = `${text.slice(0, MAX_INPUT_CHARS / 2)}\n${text.slice(-MAX_INPUT_CHARS / 2)}`;
  }
  bounded = stripAnsi(bounded);
  if (redactor !== undefined) bounded = redactor.text(bounded);
  if (bounded.includes('at ')) {
    bounded = bounded
      .split('\n')
      .filter((line) => !isStackLine(line))
      .join('\n');
  }
  if (/[jt]sx?:\d/.test(bounded)) bounded = bounded.replace(/[^\s()'"`<>,;]+/g, withoutFolders);
  return keepHeadAndTail(bounded.trim(), MAX_CHARS).text;
}

function isStackLine(line: string): boolean {
  const text = line.trim();
  if (!text.startsWith('at ')) return false;
  if (/(?:\((?:native|<anonymous>|index \d+)\)|<anonymous>)$/.test(text.slice(-40))) return true;
  // `at 10:30:15` is a time: a position is in a file.
  return /:\d+:\d+\)?$/.test(text.slice(-40)) && /[\\/<]|node:|\.[cm]?[jt]sx?:/.test(text);
}

function withoutFolders(word: string): string {
  if (!ABSOLUTE.test(word) || !SOURCE_POSITION.test(word)) return word;
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
}
