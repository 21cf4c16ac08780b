import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ToolError } from 'nestjs-tool-executor';
import type { ProcessRequest } from './process-request.js';

/** A process without stdin. */
export type StartedProcess = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Starts a program in a session and process group of its own: no controlling terminal, so nothing
 * can prompt on /dev/tty, and one signal reaches the group. stdin is empty.
 *
 * @throws ToolError for what Node refuses at once, such as an argument that is too long. Most failures come later, as an `error` event.
 */
export function startProcess(request: ProcessRequest): StartedProcess {
  try {
    return spawn(request.file, request.args, {
      cwd: request.cwd,
      env: { ...request.env },
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw startFailure(request.file, cause);
  }
}

/** Says why a program could not be started. Node says ENOENT about the program when the folder is missing: it names neither. */
export function startFailure(file: string, cause: unknown): ToolError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'E2BIG')
    return new ToolError('the command is too long for the system', { cause, retryable: false });
  const why =
    code === 'ENOENT'
      ? 'it, or the folder to start it in, does not exist'
      : code === 'EACCES'
        ? 'it, or the folder to start it in, may not be used by this application'
        : (code ?? 'unknown error');
  return new ToolError(`${file} could not be started: ${why}`, { cause });
}
