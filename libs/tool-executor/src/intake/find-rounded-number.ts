import { scanJson } from './scan-json.js';

/** Sixteen digits in a row may exceed 2^53, and three digits of exponent may exceed every double. */
const SUSPICIOUS = /\d(?:\d{15}|[eE]\+?\d{3})/;
const WHOLE = /^-?\d+(?:\.0+)?$/;

/**
 * Finds a number that `JSON.parse` would change silently: an integer written in digits that no
 * double gives back, or a number that becomes Infinity. Fractions and exponents are approximate by
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
      const digits = literal.replace(/\..*$/, '');
      // What prints as it came has lost nothing: JSON.stringify writes large doubles in this way.
      if (String(value) === digits || BigInt(digits) === BigInt(value)) return false;
    }
    found = path;
    return true;
  });
  return found;
}
