/** What a {@link SearchProvider} is asked. @publicApi */
export interface SearchRequest {
  /** 1 to 400 characters, as the model wrote them. */
  readonly query: string;
  /** Results at most, 1 to 20. */
  readonly limit: number;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
  /** Says something about the answer as a whole, such as what was not searched; the model reads it. */
  readonly note: (text: string) => void;
}

/** One thing that was found. The tool bounds all texts. @publicApi */
export interface SearchResult {
  readonly title: string;
  /** Absolute, with its scheme. The tool leaves out results whose URL is longer than 2,000 characters. */
  readonly url: string;
  /** A few words of the place that was found; may be empty. */
  readonly snippet: string;
  /** Who found it, where the provider asks several. */
  readonly source?: string;
}

/**
 * Where `web_search` looks. An implementation runs `searchProviderContract`.
 *
 * @publicApi
 */
export abstract class SearchProvider {
  /** Shown with each answer: `searxng`. */
  abstract readonly name: string;
  /**
   * What it searches: with `workspace` the tool's description says that it searches files, its texts
   * may be code, and it isn't open-world.
   */
  readonly searches: 'web' | 'workspace' = 'web';

  /**
   * The best results first. Nothing found is an empty list.
   *
   * Once the signal aborts it rejects with the signal's reason, as `fetch` does.
   *
   * @throws ToolError with a text for the model, free of keys and addresses of the operator
   */
  abstract search(request: SearchRequest): Promise<readonly SearchResult[]>;
}
