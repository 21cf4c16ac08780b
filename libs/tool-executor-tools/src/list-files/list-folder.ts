import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import nodePath from 'node:path';
import { isEnvironmentFile } from '../workspace/check-path.js';
import type { WorkspaceFolder } from '../workspace/workspace.js';

/** One entry of a folder. @publicApi */
export interface ListedEntry {
  /** Relative to the workspace, with `/`: what `read_file` takes. */
  readonly path: string;
  readonly type: 'file' | 'directory' | 'link' | 'other';
  /** Of files only. */
  readonly bytes?: number;
}

/** The names of a folder. */
export interface FolderNames {
  /** Sorted by code units, so that the order is the same on every machine. Environment files are left out. */
  readonly dirents: readonly Dirent[];
  /** There were more than `maxNames`. */
  readonly cut: boolean;
}

/** Reads at most `maxNames` names: a folder of millions is read in part. */
export async function readNames(
  folder: WorkspaceFolder,
  maxNames: number,
  signal: AbortSignal,
): Promise<FolderNames> {
  const dirents: Dirent[] = [];
  let cut = false;
  for await (const dirent of await opendir(folder.readPath)) {
    signal.throwIfAborted();
    if (isEnvironmentFile(dirent.name)) continue;
    if (dirents.length === maxNames) {
      cut = true;
      break;
    }
    dirents.push(dirent);
  }
  dirents.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { dirents, cut };
}

/** Says what an entry is, without following it; `undefined` when it is gone by now. */
export async function describeEntry(
  folder: WorkspaceFolder,
  dirent: Dirent,
): Promise<ListedEntry | undefined> {
  const stats = await lstat(nodePath.join(folder.readPath, dirent.name)).catch(() => undefined);
  if (stats === undefined) return undefined;
  const path = nodePath.join(folder.path, dirent.name).replaceAll(nodePath.sep, '/');
  if (stats.isFile()) return { path, type: 'file', bytes: stats.size };
  return { path, type: stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : 'other' };
}
