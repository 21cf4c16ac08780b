import type { SearxngOptions } from './searxng.provider.js';

/** Where and how a search is sent. */
export interface SearxngEndpoint {
  /** With everything but the query; without credentials. */
  readonly url: string;
  readonly headers: Headers;
}

/** @throws Error that names the option and what it should be; never its value */
export function searxngEndpoint(options: SearxngOptions): SearxngEndpoint {
  const url = readUrl(options.url);
  const headers = readHeaders(options.headers);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  if ((url.username !== '' || url.password !== '') && !headers.has('authorization')) {
    const [user, password] = [url.username, url.password].map(decode);
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  }
  const address = new URL(url.pathname.replace(/\/*$/, '/search'), url);
  address.username = '';
  address.password = '';
  address.searchParams.set('format', 'json');
  const { language, safeSearch } = options;
  if (language !== undefined) {
    if (!/^[A-Za-z][A-Za-z0-9_-]{0,34}$/.test(language))
      throw wrong('language', 'must be a code such as en or de-CH');
    address.searchParams.set('language', language);
  }
  if (safeSearch !== undefined) {
    if (![0, 1, 2].includes(safeSearch)) throw wrong('safeSearch', 'must be 0, 1 or 2');
    address.searchParams.set('safesearch', String(safeSearch));
  }
  return { url: address.href, headers };
}

function readUrl(given: unknown): URL {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw wrong('url', 'must be the http or https address of an instance, without "?" and "#"');
  }
  return url;
}

function readHeaders(given: SearxngOptions['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given ?? {})) {
    try {
      headers.set(name, value);
    } catch {
      throw wrong(`headers[${JSON.stringify(name)}]`, 'is no header that HTTP allows');
    }
  }
  return headers;
}

/** What doesn't decode is meant as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const wrong = (option: string, why: string): Error => new Error(`SearxngProvider: ${option} ${why}`);
