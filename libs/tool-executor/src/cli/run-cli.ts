import { readFileSync } from 'node:fs';
import type { CliDefaults } from './cli-defaults.js';
import type { CliIo } from './cli-io.js';
import { messageOf } from './command.error.js';
import type { CommandName } from './command-table.js';
import { commandText } from './command-text.js';
import { helpText } from './help-text.js';
import { printableText } from './printable-text.js';
import { readCommandLine } from './read-command-line.js';
import type { Command } from './session.js';
import { Terminal } from './terminal.js';
import { UsageError } from './usage.error.js';

const DEFAULT_NAME = 'nestjs-tool-executor';

/** Loaded when asked for: help and wrong usage answer at once, and need no Nest. */
const COMMANDS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  call: async () => (await import('./call.command.js')).callCommand,
  tools: async () => (await import('./tools.command.js')).toolsCommand,
  doctor: async () => (await import('./doctor/doctor.command.js')).doctorCommand,
  approvals: async () => (await import('./approvals.command.js')).approvalsCommand,
};

/**
 * Runs one command line in this process: 0 success, 1 the call or the command failed, 2 wrong usage.
 * Never rejects.
 *
 * It writes to `io` alone, but what the application and its tools write to `process.stdout` is
 * theirs: `runAsProcess` sends that to stderr.
 *
 * @param argv without node and script
 * @publicApi
 */
export async function runCli(
  argv: readonly string[],
  io: CliIo,
  defaults: CliDefaults = {},
): Promise<number> {
  const terminal = new Terminal(io);
  const name = defaults.name ?? DEFAULT_NAME;
  try {
    const { command, positionals, options } = readCommandLine(argv);
    if (options.version === true) {
      await terminal.result(readVersion());
      return 0;
    }
    if (options.help === true) {
      await terminal.result(helpText(name, command, defaults.application === undefined));
      return 0;
    }
    if (command === undefined) {
      await terminal.say(helpText(name, command, defaults.application === undefined));
      return 2;
    }
    const run = await COMMANDS[command]();
    return await run({ io, terminal, defaults, name, positionals, options });
  } catch (error) {
    await terminal.say(`${terminal.style('red', 'error:')} ${printableText(messageOf(error))}`);
    if (!(error instanceof UsageError)) return 1;
    const usage = commandText(name, 'COMMAND', '--help');
    await terminal.say(terminal.style('dim', `hint: \`${usage}\` shows the usage.`));
    return 2;
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
