import { lstat, readlink, realpath } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import nodePath from 'node:path';
import { refuseEnvironmentFiles } from './check-path.js';
import { relativeInside } from './relative-inside.js';
import { diskError, outsideWorkspace } from './workspace.errors.js';

const MAX_LINKS = 40;

/** Where a workspace is. */
export interface WorkspaceRoot {
  /** The real path. */
  readonly real: string;
  /** The absolute path as configured: a link to `real`, or the same. */
  readonly spelled: string;
}

/** Something that exists in the workspace. */
export interface Located {
  /** The real path: no part of it was a link when it was looked at. */
  readonly realPath: string;
  /** The real path, relative to the root. `''` is the root. */
  readonly relativePath: string;
  readonly stats: Stats;
}

/**
 * Follows a path name by name and stops at the first step that leaves the root: nothing outside
 * is looked at through a relative path or a relative link, so no answer can tell what is there.
 *
 * What it found may be replaced a moment later: whoever opens it checks again.
 *
 * @throws ToolError outside, closed, missing, or links that never end
 */
export async function locate(root: WorkspaceRoot, path: string): Promise<Located> {
  const inside = await spellInside(root, root.real, path);
  if (inside === undefined) throw outsideWorkspace(path);
  let pending = namesOf(inside);
  let realPath = root.real;
  let stats = await look(path, realPath);
  let links = 0;
  refuseEnvironmentFiles(path, pending);

  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    const next = nodePath.join(realPath, name);
    stats = await look(path, next);
    if (!stats.isSymbolicLink()) {
      realPath = next;
      continue;
    }
    if (++links > MAX_LINKS) throw diskError(path, { code: 'ELOOP' });
    const target = await spellInside(root, realPath, await readlink(next).catch((cause: unknown) => {
      throw diskError(path, cause);
    }));
    if (target === undefined) throw outsideWorkspace(path);
    pending = [...namesOf(target), ...pending];
    realPath = root.real;
    stats = await look(path, realPath);
    refuseEnvironmentFiles(path, pending);
  }
  return { realPath, relativePath: nodePath.relative(root.real, realPath), stats };
}

/** The path relative to the root, as far as text tells; other spellings of absolute paths count if they really lead inside. */
async function spellInside(root: WorkspaceRoot, from: string, path: string): Promise<string | undefined> {
  const spelled = nodePath.isAbsolute(path)
    ? (relativeInside(root.real, path) ?? relativeInside(root.spelled, path))
    : relativeInside(root.real, nodePath.join(from, path));
  if (spelled !== undefined || !nodePath.isAbsolute(path)) return spelled;
  const real = await realpath(path).catch(() => undefined);
  return real === undefined ? undefined : relativeInside(root.real, real);
}

const namesOf = (relative: string): string[] => relative.split(nodePath.sep).filter((name) => name !== '');

async function look(path: string, realPath: string): Promise<Stats> {
  try {
    return await lstat(realPath);
  } catch (cause) {
    throw diskError(path, cause);
  }
}
