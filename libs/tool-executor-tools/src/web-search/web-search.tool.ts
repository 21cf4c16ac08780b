import { Inject, Injectable } from '@nestjs/common';
import { Tool, ToolError, type ToolContext, type ToolHandler } from 'nestjs-tool-executor';
import { plainText } from './plain-text.js';
import { presentResults } from './present-results.js';
import { SearchProvider, type SearchResult } from './search-provider.js';
import { WebSearchArgs } from './web-search.args.js';

const NOTE_CHARS = 500;

/** @publicApi */
export interface WebSearchAnswer {
  readonly query: string;
  /** Who was asked: `searxng`, `local`. */
  readonly provider: string;
  /** The best first; at most `limit`. */
  readonly results: readonly SearchResult[];
  /** About the answer as a whole, such as what was not searched. */
  readonly note?: string;
}

/**
 * `web_search`: asks a {@link SearchProvider}. Its texts are well-formed, bounded, on one line and,
 * as far as they come from the web, free of HTML. They are still texts of strangers: a model should
 * treat them as such.
 *
 * @publicApi
 */
@Tool({
  name: 'web_search',
  description: 'Searches the web. Gives titles, addresses and short extracts of the pages that were found.',
  parameters: WebSearchArgs,
  readOnly: true,
  openWorld: true,
  timeoutMs: 15_000,
})
@Injectable()
export class WebSearchTool implements ToolHandler<WebSearchArgs> {
  constructor(@Inject(SearchProvider) private readonly provider: SearchProvider) {}

  async execute({ query, limit }: WebSearchArgs, { signal }: ToolContext): Promise<WebSearchAnswer> {
    const { provider } = this;
    const notes: string[] = [];
    const found: unknown = await provider.search({ query, limit, signal, note: (text) => notes.push(text) });
    if (!Array.isArray(found)) {
      throw new ToolError(`the search provider ${provider.name} gave no list of results`, {
        retryable: false,
      });
    }
    const results = presentResults(found, limit, { stripsHtml: provider.searches === 'web' });
    const note = plainText(notes.join('; '), NOTE_CHARS);
    return { query, provider: provider.name, results, ...(note === '' ? {} : { note }) };
  }
}
