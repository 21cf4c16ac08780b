import { Workspace } from '../../workspace/workspace.js';
import { SearchProvider, type SearchRequest, type SearchResult } from '../search-provider.js';
import { bestPassage } from './best-passage.js';
import { rankFiles, weighTerms, type TermWeights } from './rank-files.js';
import { searchTerms } from './search-terms.js';
import { IndexedWorkspace, type IndexedFile, type IndexLimits, type LeftOut } from './indexed-workspace.js';

/** How much a {@link LocalSearchProvider} looks at; an answer says when files were left out. @publicApi */
export interface LocalSearchLimits {
  /** Files at most, those nearest to the root first. @default 2_000 */
  readonly maxFiles?: number;
  /** Bytes of the largest file that is searched. @default 524_288 (512 KiB) */
  readonly maxFileBytes?: number;
  /** Bytes of all files that are searched. The index keeps no text, but each word once for each file. @default 8_388_608 (8 MiB) */
  readonly maxTotalBytes?: number;
}

/** @publicApi */
export interface LocalSearchOptions extends LocalSearchLimits {
  /** The folder, or the workspace of the other tools. */
  readonly dir: string | Workspace;
}

const DEFAULTS: IndexLimits = { maxFiles: 2_000, maxFileBytes: 512 * 1024, maxTotalBytes: 8 * 1024 * 1024 };

/**
 * Full-text search over the text files of a folder, ranked by BM25, without a key and without a
 * network. Links, environment files, names that start with a dot and `node_modules` are not searched.
 *
 * The first search reads the files; later ones read what has changed since. A result is a file: its
 * path as the title, the line of the best passage in the URL (`workspace:docs/a.md#L12`).
 *
 * @publicApi
 */
export class LocalSearchProvider extends SearchProvider {
  readonly name = 'local';
  override readonly searches = 'workspace';
  readonly #index: IndexedWorkspace;
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws Error when the folder does not exist or a limit is no positive integer */
  constructor({ dir, ...given }: LocalSearchOptions) {
    super();
    const limits = { ...DEFAULTS };
    for (const name of Object.keys(DEFAULTS) as (keyof IndexLimits)[]) {
      limits[name] = given[name] ?? DEFAULTS[name];
      if (!Number.isSafeInteger(limits[name]) || limits[name] < 1) {
        throw new Error(
          `LocalSearchProvider: ${name} (${String(limits[name])}) must be a whole number of at least 1`,
        );
      }
    }
    this.#index = new IndexedWorkspace(typeof dir === 'string' ? new Workspace(dir) : dir, limits);
  }

  async search({ query, limit, signal, note }: SearchRequest): Promise<readonly SearchResult[]> {
    signal.throwIfAborted();
    // Two searches at once would read every file twice; the second one finds it read.
    const turn = this.#turn.then(() => {
      signal.throwIfAborted();
      return this.#index.refresh(signal);
    });
    this.#turn = turn.catch(() => undefined);
    const left = leftOutText(await turn);
    if (left !== undefined) note(left);
    const { files } = this.#index;
    const weights = weighTerms(searchTerms(query), files);
    const results: SearchResult[] = [];
    for (const { file } of rankFiles(weights, files, limit)) {
      const result = await this.#present(file, weights, signal);
      if (result !== undefined) results.push(result);
    }
    return results;
  }

  /** `undefined` where the file has gone meanwhile. */
  async #present(
    { path }: IndexedFile,
    weights: TermWeights,
    signal: AbortSignal,
  ): Promise<SearchResult | undefined> {
    signal.throwIfAborted();
    const text = await this.#index.textOf(path, signal).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
    if (text === undefined) return undefined;
    const passage = bestPassage(text, weights);
    const address = path.split('/').map(encodeURIComponent).join('/');
    return { title: path, url: `workspace:${address}#L${passage.line}`, snippet: passage.text };
  }
}

function leftOutText({ more, large, closed }: LeftOut): string | undefined {
  const parts = [
    ...(large > 0 ? [`${large} too large`] : []),
    ...(closed > 0 ? [`${closed} closed`] : []),
    ...(more ? ['more than are looked at'] : []),
  ];
  return parts.length === 0 ? undefined : `not all files were searched: ${parts.join(', ')}`;
}
