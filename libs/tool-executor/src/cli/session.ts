import type { CliDefaults } from './cli-defaults.js';
import type { CliIo } from './cli-io.js';
import type { CliOptionValues } from './command-options.js';
import type { Terminal } from './terminal.js';

/** What a command gets to work with. */
export interface Session {
  readonly io: CliIo;
  readonly terminal: Terminal;
  readonly defaults: CliDefaults;
  /** How the program is called, for hints. */
  readonly name: string;
  readonly positionals: readonly string[];
  readonly options: CliOptionValues;
}

/** @returns the exit code */
export type Command = (session: Session) => Promise<number>;
