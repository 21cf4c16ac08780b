import { createInterface } from 'node:readline';
import type { CliIo } from './cli-io.js';

/**
 * Asks on stderr and reads one line.
 *
 * @returns `true` for y or yes, `false` for any other line, `undefined` when the person leaves
 *   (end of input, Ctrl-C)
 */
export function askYesOrNo(io: CliIo, question: string, signal: AbortSignal): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    // Not `terminal: true`: raw mode would keep Ctrl-C from the process.
    const lines = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
    const leave = (): void => lines.close();
    signal.addEventListener('abort', leave, { once: true });
    lines.once('close', () => {
      signal.removeEventListener('abort', leave);
      resolve(undefined);
    });
    lines.question(question, (answer) => {
      resolve(/^\s*y(es)?\s*$/i.test(answer));
      lines.close();
    });
  });
}
