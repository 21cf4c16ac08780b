import type { Workspace } from '../workspace/workspace.js';
import { describeEntry, readNames, type ListedEntry } from './list-folder.js';

const MAX_NAMES = 20_000;

/** @publicApi */
export interface FileListing {
  /** The listed folder, relative to the workspace. */
  readonly path: string;
  /** Sorted by path. */
  readonly entries: readonly ListedEntry[];
  /** There is more than `entries` shows. */
  readonly truncated: boolean;
}

/** @see listTree */
export interface ListTreeRequest {
  readonly path: string;
  readonly recursive: boolean;
  /** Entries at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Lists a folder, and the folders below it if asked. Links are listed and not followed. Where the
 * limit cuts, what is nearest to the folder stays: one deep folder doesn't hide its neighbours.
 *
 * Reads at most 20,000 names in all; a larger tree is `truncated`, whatever the limit.
 *
 * @throws ToolError when the folder itself can't be opened; one below that can't is only listed
 */
export async function listTree(workspace: Workspace, request: ListTreeRequest): Promise<FileListing> {
  const entries: ListedEntry[] = [];
  const pending: string[] = [request.path];
  let listed: string | undefined;
  let namesLeft = MAX_NAMES;
  let truncated = false;

  for (const path of pending) {
    if (truncated) break;
    const folder = await workspace.openFolder(path).catch((cause: unknown) => {
      if (listed === undefined) throw cause;
      return undefined;
    });
    if (folder === undefined) continue;
    listed ??= folder.path;
    try {
      const { dirents, cut } = await readNames(folder, namesLeft, request.signal);
      namesLeft -= dirents.length;
      truncated = cut;
      for (const dirent of dirents) {
        if (entries.length === request.limit) {
          truncated = true;
          break;
        }
        const entry = await describeEntry(folder, dirent);
        if (entry === undefined) continue;
        entries.push(entry);
        if (request.recursive && entry.type === 'directory') pending.push(entry.path);
      }
    } finally {
      await folder.handle.close();
    }
  }
  entries.sort(byPath);
  return { path: listed === undefined || listed === '' ? '.' : listed, entries, truncated };
}

/** A folder stands right before what it holds: names are compared one by one, not the path as one text. */
function byPath(a: ListedEntry, b: ListedEntry): number {
  const [x, y] = [a.path.split('/'), b.path.split('/')];
  const differs = x.findIndex((name, index) => name !== y[index]);
  if (differs === -1) return -1;
  const [left, right] = [x[differs]!, y[differs]];
  return right === undefined || left > right ? 1 : -1;
}
