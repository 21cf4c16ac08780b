import { lstat } from 'node:fs/promises';
import nodePath from 'node:path';
import { readNames } from '../../list-files/list-folder.js';
import type { Workspace } from '../../workspace/workspace.js';

const MAX_NAMES = 20_000;

/** A file as it was last seen. */
export interface SeenFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** The later of the times of its content and of its inode: a copied file keeps the first one. */
  readonly changedMs: number;
  readonly inode: number;
}

/** What a walk found. */
export interface WalkedFiles {
  /** What is nearest to the root first. */
  readonly files: readonly SeenFile[];
  /** There is more than was looked at. */
  readonly more: boolean;
}

/**
 * The files of a workspace, without links, and without what is in `node_modules` or has a name that
 * starts with a dot. At most `maxFiles`, of at most 20,000 names.
 *
 * @throws the reason of the signal
 * @throws ToolError when the root itself can't be opened; a folder below it that can't is passed over
 */
export async function walkFiles(
  workspace: Workspace,
  maxFiles: number,
  signal: AbortSignal,
): Promise<WalkedFiles> {
  const files: SeenFile[] = [];
  const pending = ['.'];
  let namesLeft = MAX_NAMES;
  for (const path of pending) {
    const folder = await workspace.openFolder(path).catch((cause: unknown) => {
      if (path === '.') throw cause;
      return undefined;
    });
    if (folder === undefined) continue;
    try {
      const { dirents, cut } = await readNames(folder, namesLeft, signal);
      namesLeft -= dirents.length;
      for (const dirent of dirents) {
        signal.throwIfAborted();
        if (dirent.name.startsWith('.') || dirent.name === 'node_modules') continue;
        const stats = await lstat(nodePath.join(folder.readPath, dirent.name)).catch(() => undefined);
        const below = nodePath.join(folder.path, dirent.name).replaceAll(nodePath.sep, '/');
        if (stats?.isDirectory() === true) pending.push(below);
        if (stats?.isFile() !== true) continue;
        if (files.length === maxFiles) return { files, more: true };
        files.push({
          path: below,
          bytes: stats.size,
          changedMs: Math.max(stats.mtimeMs, stats.ctimeMs),
          inode: stats.ino,
        });
      }
      if (cut) return { files, more: true };
    } finally {
      await folder.handle.close();
    }
  }
  return { files, more: false };
}
