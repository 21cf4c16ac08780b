import { isSecretName } from './secret-names.js';

/** Shorter values of variables would mask ordinary words. */
const MIN_ENV_CHARS = 8;
const URL_PASSWORD = /:\/\/[^\s/:@]*:([^\s/]+)@/;

/**
 * One pattern for all values that are known to be secret, or `undefined` if there are none:
 * configured ones, values of variables with secret names, and passwords in the URLs of any
 * variable. Also as JSON and as URLs write them. The longest first, so that no part of one stays.
 */
export function knownSecretsPattern(secrets: readonly string[], env: NodeJS.ProcessEnv): RegExp | undefined {
  const values = new Set<string>();
  for (const secret of secrets) if (secret.trim() !== '') addForms(values, secret);
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (value.length >= MIN_ENV_CHARS && isSecretName(name)) addForms(values, value);
    const password = URL_PASSWORD.exec(value)?.[1];
    if (password !== undefined && password.length >= MIN_ENV_CHARS)
      addForms(values, decoded(password)).add(password);
  }
  if (values.size === 0) return undefined;
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|'),
    'g',
  );
}

function addForms(values: Set<string>, value: string): Set<string> {
  return values.add(value).add(JSON.stringify(value).slice(1, -1)).add(encoded(value));
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
