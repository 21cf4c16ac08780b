import { headEnd } from './well-formed.js';

/**
 * What a line must not hold: C0 and C1 controls, line separators, characters that change the
 * direction of text, invisible characters (zero-width, fillers, the tag block and the
 * supplementary variation selectors, both used to smuggle text), and lone surrogates.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}\p{Cs}]/gu;

/**
 * One printable line of any text: what is invisible or steers a terminal shows as `\u{…}`.
 * For names and arguments that a model made, in logs, errors and approvals.
 *
 * Not reversible: a text that spells out `\u{1b}` itself looks the same as an escaped one.
 *
 * @param maxChars the most UTF-16 units the line may have, `…` included; a cut never falls into a
 *   surrogate pair or an escape. Default: no limit
 */
export function escapeControls(text: string, maxChars: number = Infinity): string {
  // Escaping only makes text longer: what lies behind the limit is never looked at.
  const isLong = text.length > maxChars;
  const escaped = (isLong ? text.slice(0, Math.max(0, Math.floor(maxChars) + 2)) : text).replace(
    UNSAFE,
    escape,
  );
  return escaped.length > maxChars ? cut(escaped, Math.floor(maxChars)) : escaped;
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function cut(escaped: string, maxChars: number): string {
  if (maxChars <= 0) return '';
  let end = headEnd(escaped, maxChars - 1);
  const escapeStart = escaped.lastIndexOf('\\u{', end);
  if (
    escapeStart >= 0 &&
    escapeStart < end &&
    escaped.indexOf('}', escapeStart) >= end &&
    end - escapeStart < 9
  ) {
    end = escapeStart;
  }
  return `${escaped.slice(0, end)}…`;
}
