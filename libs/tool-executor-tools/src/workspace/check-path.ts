/// <reference lib="es2024.string" />

import { closedPath, malformedPath } from './workspace.errors.js';

const MAX_PATH_BYTES = 4096;

/** @throws ToolError when the text can't be a path: empty, NUL, over 4,096 bytes, or not Unicode */
export function checkPath(path: string): void {
  if (typeof path !== 'string' || path === '') throw malformedPath('is empty');
  if (path.includes('\0')) throw malformedPath('contains a NUL character');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw malformedPath(`is longer than ${MAX_PATH_BYTES} bytes`);
  // A lone surrogate would become U+FFFD on the way to the disk: another name than the one that was checked.
  if (!path.isWellFormed()) throw malformedPath('is not well-formed Unicode');
}

/** Whether a name is that of an environment file (`.env`, `.env.local`, `.envrc`), which hold secrets. Case doesn't count. */
export const isEnvironmentFile = (name: string): boolean => /^\.env/i.test(name);

/** @throws ToolError when a name of the path is that of an environment file */
export function refuseEnvironmentFiles(path: string, names: readonly string[]): void {
  if (names.some(isEnvironmentFile)) {
    throw closedPath(path, 'is closed: names that start with .env hold secrets');
  }
}
