import assert from 'node:assert/strict';
import type { ContractCase, ContractOptions, MakeSubject } from 'nestjs-tool-executor/testing';
import type { SearchProvider, SearchRequest, SearchResult } from '../web-search/search-provider.js';

/** @publicApi */
export interface SearchProviderContractOptions extends ContractOptions<SearchProvider> {
  /** A query that finds at least two results. */
  readonly found: string;
  /** A query that finds nothing. @default words that nobody writes */
  readonly nothing?: string;
}

/**
 * What every SearchProvider has to keep.
 *
 * @publicApi
 */
export function searchProviderContract(
  make: MakeSubject<SearchProvider>,
  options: SearchProviderContractOptions,
): ContractCase[] {
  return RULES.map(([title, tryOut]) => ({
    title,
    run: async () => {
      const subject = await make();
      try {
        await tryOut(subject, options);
      } finally {
        await options.dispose?.(subject);
      }
    },
  }));
}

type Rule = readonly [
  title: string,
  tryOut: (provider: SearchProvider, options: SearchProviderContractOptions) => void | Promise<void>,
];

const request = (query: string, fields: Partial<SearchRequest> = {}): SearchRequest =>
  Object.freeze({ query, limit: 8, signal: new AbortController().signal, note: () => undefined, ...fields });

function assertResults(results: readonly SearchResult[], limit: number): void {
  assert.ok(Array.isArray(results), 'the answer is an array');
  assert.ok(results.length <= limit, `${results.length} results for a limit of ${limit}`);
  for (const { title, url, snippet, source } of results) {
    for (const text of [title, url, snippet]) assert.equal(typeof text, 'string');
    assert.ok(URL.canParse(url), `${url} is an absolute URL`);
    assert.ok(source === undefined || typeof source === 'string', 'the source is text, or left out');
  }
}

const RULES: readonly Rule[] = [
  [
    'has a name, and says what it searches',
    ({ name, searches }) => {
      assert.match(name, /^[\w .:-]{1,64}$/);
      assert.ok(searches === 'web' || searches === 'workspace');
    },
  ],
  [
    'gives titles, absolute URLs and snippets',
    async (provider, { found }) => {
      const results = await provider.search(request(found));
      assert.ok(results.length >= 2, 'at least two results');
      assertResults(results, 8);
    },
  ],
  [
    'gives no more results than the limit',
    async (provider, { found }) => {
      const results = await provider.search(request(found, { limit: 1 }));
      assert.equal(results.length, 1);
    },
  ],
  [
    'gives an empty list where nothing is found',
    async (provider, { nothing = 'zxqvjkwp qwvzjxkp' }) =>
      assert.deepEqual(await provider.search(request(nothing)), []),
  ],
  [
    'answers searches at once each by itself',
    async (provider, { found, nothing = 'zxqvjkwp qwvzjxkp' }) => {
      const [one, none, other] = await Promise.all(
        [found, nothing, found].map((q) => provider.search(request(q))),
      );
      assert.deepEqual(none, []);
      for (const results of [one!, other!]) assert.ok(results.length >= 2, 'at least two results');
    },
  ],
  [
    'takes any text for a query',
    async (provider) => {
      for (const query of ['"', '&q=x#', '%', '\u0000', '\ud800', '猫', '(a|b)*', 'x'.repeat(400)])
        assertResults(await provider.search(request(query)), 8);
    },
  ],
  [
    'rejects with the reason of a signal that has aborted',
    async (provider, { found }) => {
      const reason = new Error('nobody waits');
      const search = async (): Promise<unknown> =>
        provider.search(request(found, { signal: AbortSignal.abort(reason) }));
      await assert.rejects(search, (thrown) => thrown === reason);
    },
  ],
  [
    'searches again after a search that was stopped',
    async (provider, { found }) => {
      const stop = new AbortController();
      const stopped = provider.search(request(found, { signal: stop.signal })).catch(() => undefined);
      stop.abort(new Error('nobody waits'));
      assert.ok((await provider.search(request(found))).length >= 2);
      await stopped;
    },
  ],
];
