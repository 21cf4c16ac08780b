import { MASK } from './mask.js';

const joined = (...patterns: string[]): string => patterns.join('|');

// A shape begins where a word begins: the lookbehind also keeps the search linear.
const TOKEN = new RegExp(
  `(?<![\\w-])(?:${joined(
    String.raw`sk-[\w-]{16,}`,
    String.raw`[sr]k_(?:live|test)_\w{10,}`,
    String.raw`gh[oprsu]_\w{16,}`,
    String.raw`github_pat_\w{16,}`,
    String.raw`glpat-[\w-]{16,}`,
    String.raw`npm_\w{30,}`,
    String.raw`(?:AKIA|ASIA)[A-Z\d]{16}(?![A-Z\d])`,
    String.raw`AIza[\w-]{30,}`,
    String.raw`xox[a-z]-[\w-]{10,}`,
    // A JSON Web Token: two JSON objects in base64url, and a signature.
    String.raw`eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?`,
  )})`,
  'g',
);
const BEARER = /(?<![\w-])(bearer[ \t]+)[\w.~+/-]{16,}=*/gi;
// User and password of a URL; the last @ before the path ends the password.
const URL_PASSWORD = /(:\/\/[^\s/?#:@"'<>]{0,256}:)[^\s/"'<>]{1,1024}@/g;
const PRIVATE_KEY =
  /-----BEGIN ([A-Z ]{0,32})PRIVATE KEY-----[^-]*(?:-(?!----)[^-]*)*(?:-----END [A-Z ]{0,32}PRIVATE KEY-----)?/g;

/** Masks what is a secret by its shape, whatever stands before it: provider tokens, JSON Web Tokens, private keys, passwords in URLs. */
export function maskSecretShapes(text: string): string {
  return text
    .replace(PRIVATE_KEY, (_, kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----${MASK}`)
    .replace(URL_PASSWORD, `$1${MASK}@`)
    .replace(BEARER, `$1${MASK}`)
    .replace(TOKEN, MASK);
}
