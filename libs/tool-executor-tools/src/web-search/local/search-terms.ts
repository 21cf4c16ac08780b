const LONGEST_TERM_CHARS = 64;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/**
 * The terms of a text, in its order: words of letters and digits with case, width and ligatures
 * folded away (NFKC), so that `STRASSE` is `straße`. Scripts without spaces give each character
 * and each pair. Longer words than 64 characters are data and left out.
 */
export function* searchTerms(text: string): Generator<string> {
  // Upper case first: it tells `ß` and `SS`, `ς` and `Σ` no longer apart.
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase();
  for (const [word] of folded.matchAll(WORD)) {
    let from = 0;
    for (const { 0: run, index } of word.matchAll(UNSPACED)) {
      if (index > from) yield* spelled(word.slice(from, index));
      yield* charactersAndPairs(run);
      from = index + run.length;
    }
    if (from === 0) yield* spelled(word);
    else if (from < word.length) yield* spelled(word.slice(from));
  }
}

function* spelled(word: string): Generator<string> {
  if (word.length <= LONGEST_TERM_CHARS) yield word;
}

function* charactersAndPairs(run: string): Generator<string> {
  let previous = '';
  for (const character of run) {
    yield character;
    if (previous !== '') yield previous + character;
    previous = character;
  }
}
