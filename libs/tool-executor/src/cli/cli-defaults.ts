import type { DynamicModule, Type } from '@nestjs/common';
import type { ToolPrincipal } from '../tool/tool-principal.js';

/** The application that commands run in where no `--module` is given. @publicApi */
export interface CliApplication {
  readonly module: Type<unknown> | DynamicModule;
  /** Whose calls these are where no `--principal` is given. @default `{ id: 'cli' }` */
  readonly principal?: ToolPrincipal;
}

/** Where a running application takes decisions. @publicApi */
export interface CliDoor {
  /** Address of the REST door, with its path if it has one: `http://127.0.0.1:3000/api`. */
  readonly url: string;
  /** File that holds the bearer token. Used where neither `--token-file` nor TOOL_EXECUTOR_TOKEN is given. */
  readonly tokenFile?: string;
}

/**
 * What an application's own command line knows beforehand. The functions are called only when a
 * command needs them, so that `--help` works with a broken configuration.
 *
 * @publicApi
 */
export interface CliDefaults {
  /** How the program is called, in help and hints; `{command}` in it stands for the command. @default 'nestjs-tool-executor' */
  readonly name?: string;
  readonly application?: () => CliApplication | Promise<CliApplication>;
  readonly door?: () => CliDoor | Promise<CliDoor>;
}
