/** What a command reads. @publicApi */
export type CliInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** What a command writes to. `columns` is known for terminals only. @publicApi */
export type CliOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * The world of one run of the command line. `stdout` gets the result alone; everything for people
 * goes to `stderr`.
 *
 * @publicApi
 */
export interface CliIo {
  readonly stdin: CliInput;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls the listener when the person wants to stop (Ctrl-C).
   * @returns what takes the listener off again
   */
  readonly onInterrupt?: (listener: () => void) => () => void;
}
