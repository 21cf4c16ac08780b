import nodePath from 'node:path';

/**
 * The path below `root` that `path` spells, or `undefined` where it spells something outside.
 * Text only: it follows no links and asks no disk. `''` is the root itself.
 *
 * On Windows, case doesn't count, and what only Windows reads differently is outside: other drives,
 * drive-relative paths, UNC and device paths, streams (`a.txt:x`), device names (`NUL`, `COM1.txt`),
 * and names that end in a dot or a blank. Elsewhere these are ordinary names.
 *
 * @param root an absolute path
 * @param flavour `path.win32` or `path.posix`; by default the rules of this machine
 */
export function relativeInside(
  root: string,
  path: string,
  flavour: nodePath.PlatformPath = nodePath,
): string | undefined {
  const windows = flavour.sep === '\\';
  if (windows && !namesPlainWindowsPath(path)) return undefined;
  const relative = flavour.relative(root, flavour.resolve(root, path));
  if (relative === '..' || relative.startsWith(`..${flavour.sep}`) || flavour.isAbsolute(relative)) {
    return undefined;
  }
  return relative;
}

const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

function namesPlainWindowsPath(path: string): boolean {
  if (/^[\\/]{2}/.test(path)) return false;
  const rest = /^[a-z]:[\\/]/i.test(path) ? path.slice(2) : path;
  return rest
    .split(/[\\/]/)
    .every(
      (name) =>
        name === '.' ||
        name === '..' ||
        (!name.includes(':') && !/[. ]$/.test(name) && !DEVICE_NAME.test(name.trimEnd())),
    );
}
