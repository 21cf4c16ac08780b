import { searchTerms } from './search-terms.js';
import type { TermWeights } from './rank-files.js';

const LINES = 3;
const LONG_LINE_CHARS = 300;

/** The part of a file that matches best. */
export interface Passage {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * The three lines of a text that hold the most telling terms, the first of them with one. Of a long
 * line only what is around its first term is kept. Where no line has a term (the name of the file
 * did), it is the start of the text.
 */
export function bestPassage(text: string, weights: TermWeights): Passage {
  const lines = text.split(/\r\n|\n|\r/);
  const found = lines.map((line) => termsIn(line, weights));
  let best = 0;
  let bestScore = 0;
  for (const [index, own] of found.entries()) {
    if (own.length === 0) continue;
    const window = new Set(found.slice(index, index + LINES).flat());
    let score = 0;
    for (const term of window) score += weights.get(term)!;
    if (score > bestScore) [best, bestScore] = [index, score];
  }
  if (bestScore === 0)
    best = Math.max(
      0,
      lines.findIndex((line) => line.trim() !== ''),
    );
  const shown = lines.slice(best, best + LINES).map((line, at) => aroundFirst(line, found[best + at]![0]));
  return { line: best + 1, text: shown.join('\n').trim() };
}

function termsIn(line: string, weights: TermWeights): string[] {
  const terms: string[] = [];
  for (const term of searchTerms(line)) if (weights.has(term)) terms.push(term);
  return terms;
}

function aroundFirst(line: string, term: string | undefined): string {
  if (line.length <= LONG_LINE_CHARS) return line;
  // Folding may change lengths, so this is about where it is; good enough for an extract.
  const at = term === undefined ? 0 : Math.max(0, line.toLowerCase().indexOf(term));
  const from = Math.max(0, at - LONG_LINE_CHARS / 3);
  return `${from > 0 ? '…' : ''}${line.slice(from, from + LONG_LINE_CHARS)}…`;
}
