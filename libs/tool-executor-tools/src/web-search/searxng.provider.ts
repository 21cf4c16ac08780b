import { ToolError } from 'nestjs-tool-executor';
import { readJsonBody } from './searxng-body.js';
import { readSearxngAnswer } from './searxng-answer.js';
import { searxngEndpoint, type SearxngEndpoint } from './searxng-endpoint.js';
import { SearchProvider, type SearchRequest, type SearchResult } from './search-provider.js';

/** @publicApi */
export interface SearxngOptions {
  /**
   * Address of the instance, with its path if it has one: `http://localhost:8080`. User and password
   * in it are sent as basic authentication. Private addresses are fine: the operator names it.
   */
  readonly url: string;
  /** Language of the results: `en`, `de-CH`, `all`. @default what the instance says */
  readonly language?: string;
  /** How much is filtered out: none, moderate, strict. @default what the instance says */
  readonly safeSearch?: 0 | 1 | 2;
  /** Sent with each search, such as the key of a proxy in front of it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Searches through an instance of SearXNG, whose settings must allow the format: `search.formats`
 * holds `json` (https://docs.searxng.org/dev/search_api.html). One request a search, no redirect, at
 * most 1 MiB of answer after decompression.
 *
 * Neither errors nor results hold the address, the credentials or the headers.
 *
 * @publicApi
 */
export class SearxngProvider extends SearchProvider {
  readonly name = 'searxng';
  readonly #endpoint: SearxngEndpoint;

  /** @throws Error that names the option and holds no value of it, since it may be a secret */
  constructor(options: SearxngOptions) {
    super();
    this.#endpoint = searxngEndpoint(options);
  }

  async search({ query, limit, signal, note }: SearchRequest): Promise<readonly SearchResult[]> {
    const response = await this.#ask(query, signal);
    if (!response.ok) {
      // Nobody reads the body, and an unread one keeps its connection.
      await response.body?.cancel().catch(() => undefined);
      throw refusal(response.status);
    }
    const answer = readSearxngAnswer(await readJsonBody(response, signal), limit);
    if (answer.silentEngines > 0) {
      note(`${answer.silentEngines} of the search engines behind it did not answer`);
    }
    return answer.results;
  }

  async #ask(query: string, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted();
    const { url, headers } = this.#endpoint;
    const address = new URL(url);
    address.searchParams.set('q', query);
    try {
      // A redirect may lead where the operator never meant the headers to go.
      return await fetch(address, { headers, signal, redirect: 'manual' });
    } catch {
      signal.throwIfAborted();
      throw new ToolError('the search service can not be reached', { retryable: true });
    }
  }
}

function refusal(status: number): ToolError {
  if (status === 429) {
    return new ToolError('the search service gets too many searches (429); wait before the next one', {
      retryable: true,
    });
  }
  if (status >= 500)
    return new ToolError(`the search service has a fault of its own (${status})`, { retryable: true });
  const why =
    status === 403
      ? 'refuses searches by programs (403): the operator must add json to search.formats in its settings'
      : status === 401
        ? 'wants credentials (401): the operator must configure them'
        : status >= 300 && status < 400
          ? `leads elsewhere (${status}): the operator must configure the address that it leads to`
          : `refused the search (${status})`;
  return new ToolError(`the search service ${why}`, { retryable: false });
}
