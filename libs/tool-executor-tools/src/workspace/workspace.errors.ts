/// <reference lib="es2024.string" />

import { ToolError } from 'nestjs-tool-executor';

const SHOWN_CHARS = 200;

/** A path as messages show it: in quotes, escaped, and cut. */
export function quotePath(path: string): string {
  const shown = path.length > SHOWN_CHARS ? `${path.slice(0, SHOWN_CHARS)}…` : path;
  return JSON.stringify(shown.toWellFormed()).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The path can't be a path, whatever the disk holds. */
export const malformedPath = (why: string): ToolError =>
  new ToolError(`the path ${why}`, { code: 'invalid_arguments', retryable: false });

/** The same words for whatever is outside, so that they don't tell whether it exists. */
export const outsideWorkspace = (path: string): ToolError =>
  new ToolError(`${quotePath(path)} is outside the workspace`, { code: 'permission_denied', retryable: false });

/** The path names something that the workspace keeps to itself. */
export const closedPath = (path: string, why: string): ToolError =>
  new ToolError(`${quotePath(path)} ${why}`, { code: 'permission_denied', retryable: false });

/** What the disk said about a path inside, in words. Leaves out the absolute path that Node puts in its messages. */
export function diskError(path: string, cause: unknown): ToolError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  const why =
    code === 'ENOENT' || code === 'ENOTDIR'
      ? 'does not exist'
      : code === 'EACCES' || code === 'EPERM'
        ? 'may not be read by this application'
        : code === 'ELOOP'
          ? 'is a link that leads to itself, or was replaced by a link meanwhile'
          : code === 'ENAMETOOLONG'
            ? 'is too long a name for the disk'
            : `could not be read (${code ?? 'unknown error'})`;
  return new ToolError(`${quotePath(path)} ${why}`, { cause });
}

/** The path names something else than what the tool works on. */
export const wrongKind = (path: string, why: string): ToolError =>
  new ToolError(`${quotePath(path)} ${why}`, { retryable: false });
