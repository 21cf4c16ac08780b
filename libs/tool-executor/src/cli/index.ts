export type { CliApplication, CliDefaults, CliDoor } from './cli-defaults.js';
export type { CliInput, CliIo, CliOutput } from './cli-io.js';
export { runAsProcess } from './run-as-process.js';
export { runCli } from './run-cli.js';
