import { ToolError } from 'nestjs-tool-executor';
import { readText } from '../../read-file/read-text.js';
import type { Workspace } from '../../workspace/workspace.js';
import { searchTerms } from './search-terms.js';
import { walkFiles, type SeenFile } from './walk-files.js';

/** A term in the path counts as much as this many in the text. */
const PATH_WEIGHT = 3;

/** How much of the workspace is indexed. */
export interface IndexLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxTotalBytes: number;
}

/** A file and how often it holds each term. */
export interface IndexedFile extends SeenFile {
  readonly terms: ReadonlyMap<string, number>;
  /** Terms in all. */
  readonly length: number;
}

/** What the last refresh left out. */
export interface LeftOut {
  /** There are more files or folders than are looked at. */
  readonly more: boolean;
  /** Files beyond `maxFileBytes` or, all together, `maxTotalBytes`. */
  readonly large: number;
  /** Files that the workspace refuses or that couldn't be read. */
  readonly closed: number;
}

/**
 * The terms of the text files of a workspace. Holds no text: at most `maxTotalBytes` are counted.
 */
export class IndexedWorkspace {
  #files = new Map<string, IndexedFile>();
  /** What is no text, or is closed: it isn't opened again until it changes. */
  #others = new Map<string, SeenFile & { readonly closed: boolean }>();

  constructor(
    private readonly workspace: Workspace,
    private readonly limits: IndexLimits,
  ) {}

  get files(): IndexedFile[] {
    return [...this.#files.values()];
  }

  /**
   * Reads what is new or has another size, time or inode; drops what is gone. One at a time.
   *
   * @throws the reason of the signal, between two files; what was read up to then stays
   */
  async refresh(signal: AbortSignal): Promise<LeftOut> {
    const { files: seen, more } = await walkFiles(this.workspace, this.limits.maxFiles, signal);
    const [files, others] = [
      new Map<string, IndexedFile>(),
      new Map<string, SeenFile & { closed: boolean }>(),
    ];
    let [large, closed, bytes] = [0, 0, 0];
    try {
      for (const file of seen) {
        if (file.bytes > this.limits.maxFileBytes || bytes + file.bytes > this.limits.maxTotalBytes) {
          large += 1;
          continue;
        }
        const other = this.#others.get(file.path);
        const known = this.#files.get(file.path);
        if (other !== undefined && isSame(other, file)) others.set(file.path, other);
        else if (known !== undefined && isSame(known, file)) files.set(file.path, known);
        else {
          signal.throwIfAborted();
          const read = await this.#read(file, signal);
          if (typeof read === 'string') others.set(file.path, { ...file, closed: read === 'closed' });
          else files.set(file.path, read);
        }
        if (files.has(file.path)) bytes += file.bytes;
        else if (others.get(file.path)?.closed === true) closed += 1;
      }
    } catch (cause) {
      for (const [path, file] of files) this.#files.set(path, file);
      throw cause;
    }
    this.#files = files;
    this.#others = others;
    return { more, large, closed };
  }

  async #read(file: SeenFile, signal: AbortSignal): Promise<IndexedFile | 'closed' | 'binary'> {
    try {
      const text = await this.textOf(file.path, signal);
      if (text === undefined) return 'binary';
      const terms = new Map<string, number>();
      let length = 0;
      const add = (term: string, count: number): void => {
        terms.set(term, (terms.get(term) ?? 0) + count);
        length += count;
      };
      for (const term of searchTerms(text)) add(term, 1);
      for (const term of searchTerms(file.path)) add(term, PATH_WEIGHT);
      return { ...file, terms, length };
    } catch (cause) {
      signal.throwIfAborted();
      if (ToolError.isInstance(cause) || isDiskError(cause)) return 'closed';
      throw cause;
    }
  }

  /** The text of a file as it is now, up to `maxFileBytes`; `undefined` when it is binary. */
  async textOf(path: string, signal: AbortSignal): Promise<string | undefined> {
    const { handle } = await this.workspace.openFile(path);
    try {
      const { maxFileBytes: maxBytes } = this.limits;
      const { text, binary } = await readText(handle, { offset: 1, limit: Infinity, maxBytes, signal });
      return binary ? undefined : text;
    } finally {
      await handle.close();
    }
  }
}

const isSame = (known: SeenFile, now: SeenFile): boolean =>
  known.bytes === now.bytes && known.changedMs === now.changedMs && known.inode === now.inode;

const isDiskError = (cause: unknown): boolean =>
  typeof (cause as NodeJS.ErrnoException | null | undefined)?.syscall === 'string';
