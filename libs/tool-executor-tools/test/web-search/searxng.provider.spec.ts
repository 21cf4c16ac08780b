import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ToolError } from 'nestjs-tool-executor';
import { describeContract } from 'nestjs-tool-executor/testing';
import { searchProviderContract } from '../../src/testing/index.js';
import { SearxngProvider, type SearxngOptions } from '../../src/web-search/searxng.provider.js';
import { sendJson, startSearxng } from '../support/searxng-server.js';

const searxng = startSearxng();
const SECRETS = ['pa55word', 'k3y-value'];

const provider = (options: Partial<SearxngOptions> = {}) =>
  new SearxngProvider({ url: searxng.url, ...options });

async function search(
  query = 'cats',
  options: Partial<SearxngOptions> = {},
  signal = new AbortController().signal,
) {
  const notes: string[] = [];
  const note = (text: string): unknown => notes.push(text);
  const results = await provider(options).search({ query, limit: 8, signal, note });
  return { results, notes };
}

async function failure(options: Partial<SearxngOptions> = {}): Promise<ToolError> {
  const thrown: unknown = await search('cats', options).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(ToolError.isInstance(thrown)).toBe(true);
  return thrown as ToolError;
}

describeContract(
  { describe, it },
  'SearxngProvider',
  searchProviderContract(() => provider(), { found: 'cats' }),
);

describe('SearxngProvider: the request', () => {
  it('asks for JSON, with the query as it is', async () => {
    await search('a&b=c #d + ü');
    const [{ method, url, headers }] = searxng.requests as [(typeof searxng.requests)[0]];
    const { pathname, searchParams } = new URL(url!, searxng.url);
    expect([method, pathname, Object.fromEntries(searchParams)]).toEqual([
      'GET',
      '/search',
      { format: 'json', q: 'a&b=c #d + ü' },
    ]);
    expect(headers.accept).toBe('application/json');
  });

  it('keeps the path of the instance, and says language and filter', async () => {
    await search('cats', { url: `${searxng.url}/searx/`, language: 'de-CH', safeSearch: 2 });
    const { pathname, searchParams } = new URL(searxng.requests[0]!.url!, searxng.url);
    expect(pathname).toBe('/searx/search');
    expect([searchParams.get('language'), searchParams.get('safesearch')]).toEqual(['de-CH', '2']);
  });

  it('sends user and password of the address as basic authentication, and the headers', async () => {
    const url = searxng.url.replace('//', '//us%40r:p%3Ass@');
    await search('cats', { url, headers: { 'x-key': 'k' } });
    const { authorization, 'x-key': key } = searxng.requests[0]!.headers;
    expect(authorization).toBe(`Basic ${Buffer.from('us@r:p:ss').toString('base64')}`);
    expect(key).toBe('k');
  });

  it.each<[string, unknown]>([
    ['url', { url: 'ftp://example.org' }],
    ['url', { url: 'no address' }],
    ['url', { url: `http://u:${SECRETS[0]}@example.org/?q=x` }],
    ['url', {}],
    ['language', { url: 'http://example.org', language: 'de&q=x' }],
    ['safeSearch', { url: 'http://example.org', safeSearch: 3 }],
    ['headers["x"]', { url: 'http://example.org', headers: { x: `${SECRETS[1]}\u0000` } }],
    ['headers["a b"]', { url: 'http://example.org', headers: { 'a b': SECRETS[1] } }],
  ])('refuses a wrong %s, without its value', (option, options) => {
    const make = (): unknown => new SearxngProvider(options as SearxngOptions);
    expect(make).toThrow(`SearxngProvider: ${option}`);
    for (const secret of SECRETS) expect(make).not.toThrow(secret);
  });
});

describe('SearxngProvider: the answer', () => {
  it('says how many engines did not answer', async () => {
    searxng.answer = (_, response) =>
      sendJson(response, {
        results: [],
        unresponsive_engines: [
          ['google', 'CAPTCHA'],
          ['bing', 'timeout'],
        ],
      });
    expect(await search()).toEqual({
      results: [],
      notes: ['2 of the search engines behind it did not answer'],
    });
  });

  it('leaves out results without a web address', async () => {
    const results = [
      null,
      1,
      {},
      { url: 7 },
      { url: 'javascript:alert(1)' },
      { url: 'https://ok.example/a b' },
    ];
    searxng.answer = (_, response) => sendJson(response, { results });
    expect((await search()).results).toEqual([{ title: '', url: 'https://ok.example/a%20b', snippet: '' }]);
  });

  it.each<[string, number, boolean, string]>([
    ['too many searches', 429, true, 'too many searches (429)'],
    ['a fault', 500, true, '(500)'],
    ['a proxy without an instance', 502, true, '(502)'],
    ['a disabled format', 403, false, 'add json to search.formats'],
    ['missing credentials', 401, false, 'wants credentials (401)'],
    ['a wrong path', 404, false, '(404)'],
  ])('says what %s is, and whether it may pass: %i', async (_, status, retryable, text) => {
    searxng.answer = (_request, response) => void response.writeHead(status).end('<p>no</p>');
    expect(await failure()).toMatchObject({ retryable, message: expect.stringContaining(text) });
  });

  it.each<[string, string, string, string]>([
    ['a page', 'text/html; charset=utf-8', '<html>', 'answered with text/html, not with JSON'],
    ['an unknown type', '', '{"results":[]}', 'no known type'],
    ['nothing', 'application/json', '', 'answered with nothing'],
    ['a cut answer', 'application/json', '{"results":[', 'cut or malformed'],
    ['a text', 'application/json', '"x"', 'a string without a list of results'],
    ['null', 'application/json', 'null', 'null without a list of results'],
    ['a list', 'application/json', '[]', 'an array without a list of results'],
    ['an object', 'application/json', '{"results":{}}', 'an object without a list of results'],
    ['results that are none', 'application/json', '{"results":[{},{}]}', '2 results, and none of them'],
  ])('says that %s came instead', async (_, type, body, text) => {
    searxng.answer = (_request, response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.end(body);
    };
    expect(await failure()).toMatchObject({ retryable: false, message: expect.stringContaining(text) });
  });

  it('follows no redirect', async () => {
    searxng.answer = (request, response) => {
      if (request.url!.startsWith('/search')) response.writeHead(302, { location: '/elsewhere' }).end();
      else sendJson(response, { results: [] });
    };
    expect((await failure()).message).toContain('leads elsewhere (302)');
    expect(searxng.requests).toHaveLength(1);
  });

  it('reads no more than a mebibyte, counted after decompression', async () => {
    const huge = gzipSync(Buffer.alloc(1024 * 1024 + 1, ' '));
    expect(huge.byteLength).toBeLessThan(10_000);
    searxng.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(huge);
    };
    expect((await failure()).message).toContain('more than 1048576 bytes');
  });

  it('lets go of an answer that never ends', async () => {
    const closed = new Promise((resolve) => {
      searxng.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.once('close', resolve);
        const flood = (): void => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
          if (!response.destroyed) response.once('drain', flood);
        };
        flood();
      };
    });
    expect((await failure()).message).toContain('more than 1048576 bytes');
    await closed;
  });

  it('ends an answer that drips when the signal aborts, with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('timeout');
    const closed = new Promise((resolve) => {
      searxng.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"results":');
        response.once('close', resolve);
        stop.abort(reason);
      };
    });
    await expect(search('cats', {}, stop.signal)).rejects.toBe(reason);
    await closed;
  });

  it('says that an answer was broken off, and that it may be tried again', async () => {
    searxng.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => response.destroy());
    };
    expect(await failure()).toMatchObject({ retryable: true, message: expect.stringContaining('broke off') });
  });

  it('names neither address nor credentials nor headers in an error', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const options = { url: `http://me:${SECRETS[0]}@127.0.0.1:${port}`, headers: { 'x-key': SECRETS[1]! } };
    const error = await failure(options);
    expect(error).toMatchObject({ retryable: true, message: 'the search service can not be reached' });
    const said = JSON.stringify([error.message, error.details, String(error.cause)]);
    for (const secret of [...SECRETS, String(port), 'authorization']) expect(said).not.toContain(secret);
  });
});
