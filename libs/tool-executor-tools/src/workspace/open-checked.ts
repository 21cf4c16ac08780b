import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import type { Located } from './locate.js';

// O_NONBLOCK: opening a FIFO would otherwise hold one of the four libuv threads until somebody writes to it.
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** An open handle, and what it really holds. */
export interface Opened {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
  /** The real path of what the handle holds; `undefined` when handle and path have come apart. */
  readonly realPath: string | undefined;
  /** Leads to what the handle holds, whatever its name leads to by now; without /proc it is the real path. */
  readonly readPath: string;
}

/**
 * Opens what was located, without following a last link, and finds out what the handle holds: a
 * folder on the way may have become a link since. The caller closes the handle.
 */
export async function openChecked(located: Located): Promise<Opened> {
  const handle = await open(located.realPath, FLAGS);
  try {
    const stats = await handle.stat({ bigint: true });
    const kernelPath = `/proc/self/fd/${handle.fd}`;
    const realPath = await readlink(kernelPath).catch(() => undefined);
    if (realPath !== undefined) return { handle, stats, realPath, readPath: kernelPath };
    const same = await leadsTo(located.realPath, stats);
    return { handle, stats, realPath: same ? located.realPath : undefined, readPath: located.realPath };
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

async function leadsTo(path: string, stats: BigIntStats): Promise<boolean> {
  const [now, real] = await Promise.all([lstat(path, { bigint: true }), realpath(path)]);
  return now.dev === stats.dev && now.ino === stats.ino && real === path;
}
