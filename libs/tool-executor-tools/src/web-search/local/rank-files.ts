import type { IndexedFile } from './indexed-workspace.js';

// The usual constants of BM25: how soon repetition stops to count, and how much length counts.
const K1 = 1.2;
const B = 0.75;

/** A file and how well it matches. */
export interface RankedFile {
  readonly file: IndexedFile;
  readonly score: number;
}

/** How much each term of a query tells: rare ones more. Terms that no file has are left out. */
export type TermWeights = ReadonlyMap<string, number>;

/** @see TermWeights */
export function weighTerms(terms: Iterable<string>, files: Iterable<IndexedFile>): TermWeights {
  const wanted = new Set(terms);
  const counts = new Map<string, number>();
  let total = 0;
  for (const { terms: has } of files) {
    total += 1;
    for (const term of wanted) if (has.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Map(
    [...counts].map(([term, count]) => [term, Math.log(1 + (total - count + 0.5) / (count + 0.5))]),
  );
}

/** The files that hold a term, by BM25, the best first; by path where they are equal. At most `limit`. */
export function rankFiles(weights: TermWeights, files: readonly IndexedFile[], limit: number): RankedFile[] {
  const average = files.reduce((sum, { length }) => sum + length, 0) / Math.max(1, files.length) || 1;
  const ranked: RankedFile[] = [];
  for (const file of files) {
    let score = 0;
    const norm = K1 * (1 - B + (B * file.length) / average);
    for (const [term, weight] of weights) {
      const count = file.terms.get(term) ?? 0;
      score += (weight * count * (K1 + 1)) / (count + norm);
    }
    if (score > 0) ranked.push({ file, score });
  }
  ranked.sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1));
  return ranked.slice(0, limit);
}
