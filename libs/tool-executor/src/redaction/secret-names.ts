/** Words that make a name secret wherever they stand: `passwordHash`, `client_secret_id`. */
const ANYWHERE = /^(?:.*password|.*passwd|.*passphrase|pwd|passcode|.*secrets?|credentials?)$/;

/** Words that make a name secret at its end, where the thing itself is named: `accessToken`, not `tokenType`. */
const AT_END =
  /^(?:.*token|.*apikey|.*authkey|secretkey|privatekey|accesskey|auth|authorization|cookies?|jwt|bearer|pass|otp|cvv|cvc|ssn|sshpass)$/;

/** What is a key to something: `api_key`, `x-api-key`, `privateKey`; not `monkey`, `sort_key`. */
const KEY_OF = new Set(
  'api app access account admin auth client consumer encryption license master private secret service session shared signing ssh storage subscription webhook role'.split(
    ' ',
  ),
);

/** Words at the end of names that only speak about a secret: `passwordLength`, `TOKEN_FILE`. */
const ABOUT = new Set(
  'count counts length limit min max budget policy type required enabled expiry expires ttl file path dir name url uri endpoint usage used'.split(
    ' ',
  ),
);

const CANDIDATE = /pass|pwd|secret|token|key|auth|cookie|credential|jwt|bearer|otp|cvv|cvc|ssn|connection/i;
const MAX_NAME_CHARS = 200;

/**
 * Whether a key, a variable or an option is named like a secret. Case, `-`, `_`, `.` and camel
 * case only part words, and whole words decide: `X-Api-Key`, `apiKey` and `API_KEY` are secret;
 * `tokenizer`, `max_tokens`, `author`, `secretary` and `monkey` are not.
 *
 * `PWD` in capitals is the working directory of a shell; `pwd` is a password.
 */
export function isSecretName(name: string): boolean {
  if (name.length < 3 || name.length > MAX_NAME_CHARS || !CANDIDATE.test(name)) return false;
  if (name === 'PWD' || name === 'OLDPWD') return false;
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || ABOUT.has(last)) return false;
  if (AT_END.test(last) || words.some((word) => ANYWHERE.test(word))) return true;
  const previous = words.at(-2);
  if (previous === undefined) return false;
  if (
    last === 'key' ||
    last === 'keys' ||
    (last === 'id' && previous === 'key' && words.at(-3) === 'access')
  ) {
    return last === 'id' || KEY_OF.has(previous);
  }
  return last === 'string' && previous === 'connection';
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
