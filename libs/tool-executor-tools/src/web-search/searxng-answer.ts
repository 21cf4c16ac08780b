import { ToolError } from 'nestjs-tool-executor';
import type { SearchResult } from './search-provider.js';

/** What SearXNG found. */
export interface SearxngAnswer {
  readonly results: readonly SearchResult[];
  /** Engines that it asked in vain. */
  readonly silentEngines: number;
}

/**
 * Reads an answer of SearXNG. Results that have no web address are left out, as some of its engines
 * give such.
 *
 * @throws ToolError that says what came, when it isn't an answer, or none of its results is one
 */
export function readSearxngAnswer(answer: unknown, limit: number): SearxngAnswer {
  const { results: given, unresponsive_engines: silent } = fieldsOf(answer);
  if (!Array.isArray(given)) {
    throw unusable(`answered with ${kindOf(answer)} without a list of results`);
  }
  const results: SearchResult[] = [];
  for (const each of given) {
    if (results.length === limit) break;
    const { title, url, content, engine } = fieldsOf(each);
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) continue;
    results.push({
      title: textOf(title),
      // Some engines leave blanks and other scripts in it as they are.
      url: new URL(url).href,
      snippet: textOf(content),
      ...(typeof engine === 'string' ? { source: engine } : {}),
    });
  }
  if (given.length > 0 && results.length === 0) {
    throw unusable(`answered with ${given.length} results, and none of them has a web address`);
  }
  return { results, silentEngines: Array.isArray(silent) ? silent.length : 0 };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'an array'
    : value === null
      ? 'null'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

const unusable = (why: string): ToolError => new ToolError(`the search service ${why}`, { retryable: false });
