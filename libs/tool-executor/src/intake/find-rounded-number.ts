import { scanJson } from './scan-json.js';

/** Sixteen digits in a row may exceed 2^53, and three digits of exponent may exceed every double. */
const SUSPICIOUS = /\d{16}|\d[eE]\+?\d{3}/;
const WHOLE = /^-?\d+(?:\.0+)?$/;

/**
 * Finds a number that `JSON.parse` would change silently: an integer written in digits that no
 * double holds, or a number that becomes Infinity. Fractions and exponents are approximate by
 * nature and are let through.
 *
 * @returns the keys and indexes that lead to it, or `undefined`
 */
export function findRoundedNumber(text: string): readonly (string | number)[] | undefined {
  if (!SUSPICIOUS.test(text)) return undefined;
  let found: readonly (string | number)[] | undefined;
  scanJson(text, (literal, path) => {
    const value = Number(literal);
    if (Number.isFinite(value)) {
      if (Number.isSafeInteger(value) || !WHOLE.test(literal)) return false;
      if (BigInt(literal.replace(/\..*$/, '')) === BigInt(value)) return false;
    }
    found = path;
    return true;
  });
  return found;
}
