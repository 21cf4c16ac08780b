import { MASK } from './mask.js';

// `name=`, `--name=`, `"name": `, `\"name\":`. A name begins where its run of characters begins,
// so that no character is looked at as the start of more than one name.
const NAMED = /(?<![\w.-])([\w.-]{1,200})(\\{0,16}["']?[ \t]{0,8}(?:={1,3}>?|:=?(?!:))[ \t]{0,8})/g;
const SCHEME = /(?:bearer|basic|token|apikey|negotiate|digest|bot)[ \t]+(?=\S)/iy;
const UNQUOTED = /(?![{[])(?:[^\s"'&;,<>|)}\]\\]|\\(?!["'\\]))+/y;
const LINE = /[^\r\n"'\\]+/y;
const MAX_QUOTED_CHARS = 16_384;

const OPTION =
  /(?<![\w-])(--?[A-Za-z][\w-]{1,64})[ \t]+(?!-)("[^"\n]{0,4096}"|'[^'\n]{0,4096}'|[^\s"'|;&]+)/g;
const USER_OPTION = /(?<!\S)((?:-u|--user|--proxy-user)[ \t=]*["']?[^\s:"']{1,128}:)[^\s"']+/g;
const MYSQL_PASSWORD = /(?<=\s-p)\S+/g;

/** Masks the values of secret names: assignments, headers, options of a command line, JSON, also JSON within JSON. */
export function maskNamedSecrets(text: string, isSecretName: (name: string) => boolean): string {
  let masked = maskAssignments(text, isSecretName);
  if (masked.includes('-')) {
    masked = masked
      .replace(OPTION, (whole, option: string, value: string) =>
        isSecretName(option) ? whole.slice(0, -value.length) + maskQuoted(value) : whole,
      )
      .replace(USER_OPTION, `$1${MASK}`);
    // Best effort: only these programs are known to take a password right behind -p.
    if (/mysql|mariadb|sshpass/.test(masked)) masked = masked.replace(MYSQL_PASSWORD, MASK);
  }
  return masked;
}

function maskAssignments(text: string, isSecretName: (name: string) => boolean): string {
  let masked = '';
  let copied = 0;
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [whole, name, separator] = match as unknown as [string, string, string];
    // The search goes on right behind the separator: `text="PASSWORD=…"` names a secret within a value.
    if (!isSecretName(name)) continue;
    const start = match.index + whole.length;
    const value = findValue(text, start, name, separator);
    if (value === undefined) continue;
    masked += text.slice(copied, value.start) + MASK;
    copied = value.end;
    NAMED.lastIndex = value.end;
  }
  return copied === 0 ? text : masked + text.slice(copied);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands behind a name and its separator, without its quotes; `undefined` for nothing, an object or an array. */
function findValue(text: string, start: number, name: string, separator: string): Span | undefined {
  let begin = start;
  while (begin - start < 16 && text[begin] === '\\') begin += 1;
  const quote = text[begin];
  if (quote === '"' || quote === "'") {
    const inner = withScheme(text, begin + 1, name);
    const end = closingQuote(text, begin + 1, quote, begin - start);
    return end > inner ? { start: inner, end } : undefined;
  }
  const inner = withScheme(text, start, name);
  if (separator.includes(':') && /cookies?$/i.test(name)) return spanOf(LINE, text, inner);
  if (/authorization$/i.test(name) && /digest[ \t]+$/i.test(text.slice(start, inner)))
    return spanOf(/[^\r\n]+/y, text, inner);
  return spanOf(UNQUOTED, text, inner);
}

function spanOf(pattern: RegExp, text: string, start: number): Span | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) && pattern.lastIndex > start ? { start, end: pattern.lastIndex } : undefined;
}

/** `Bearer` isn't secret, and says what kind of secret was there. */
function withScheme(text: string, start: number, name: string): number {
  if (!/authorization$/i.test(name)) return start;
  SCHEME.lastIndex = start;
  return SCHEME.test(text) ? SCHEME.lastIndex : start;
}

/** Where the text of a quote ends that was opened behind `escapes` backslashes; the end of the line if it is never closed. */
function closingQuote(text: string, from: number, quote: string, escapes: number): number {
  // Bounded, so that quotes that are never closed don't make the time quadratic.
  const near = text.slice(0, from + MAX_QUOTED_CHARS);
  for (let at = near.indexOf(quote, from); at >= 0; at = near.indexOf(quote, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (escapes === 0 ? backslashes % 2 === 0 : backslashes <= escapes)
      return at - Math.min(backslashes, escapes);
  }
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}

function maskQuoted(value: string): string {
  const quote = value[0];
  return quote === '"' || quote === "'" ? quote + MASK + quote : MASK;
}
