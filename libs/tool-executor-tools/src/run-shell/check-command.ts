import { ToolError } from 'nestjs-tool-executor';

/** Linux takes at most 128 KiB in one argument, its closing NUL included. */
const MAX_COMMAND_BYTES = 128 * 1024 - 1;

/** @throws ToolError for a command that no process can get as an argument; spawn would throw something less clear */
export function checkCommand(command: string): void {
  if (command.includes('\0')) throw unusable('contains a NUL character');
  const bytes = Buffer.byteLength(command);
  if (bytes > MAX_COMMAND_BYTES) {
    throw unusable(
      `is too long: ${bytes} bytes, and a command may have ${MAX_COMMAND_BYTES}; write a script file instead`,
    );
  }
}

const unusable = (why: string): ToolError =>
  new ToolError(`the command ${why}`, { code: 'invalid_arguments', retryable: false });
