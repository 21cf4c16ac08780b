import { realpathSync } from 'node:fs';
import nodePath from 'node:path';

/** The absolute path with the links of its existing part followed: the last folders may not exist yet. */
export function realPath(path: string): string {
  const absolute = nodePath.resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = nodePath.dirname(absolute);
    return parent === absolute ? absolute : nodePath.join(realPath(parent), nodePath.basename(absolute));
  }
}

/** Whether one of two real paths is the other one or inside it. */
export function overlap(one: string, other: string): boolean {
  return contains(one, other) || contains(other, one);
}

function contains(outer: string, inner: string): boolean {
  const relative = nodePath.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${nodePath.sep}`) && !nodePath.isAbsolute(relative);
}
