import { alignColumns } from './align-columns.js';
import { CLI_OPTIONS, type CliOption, type CliOptionName } from './command-options.js';
import { COMMAND_TABLE, type CommandInfo, type CommandName } from './command-table.js';
import { commandText } from './command-text.js';

const MODULE_EXAMPLE = '--module dist/app.module.js';
const EXIT_CODES = `Exit codes: 0 success, 1 the call or the command failed, 2 wrong usage.
stdout carries the result alone; logs, questions and errors go to stderr.`;

/**
 * @param name how the program is called
 * @param needsModule whether the application must be named
 */
export function helpText(name: string, command: CommandName | undefined, needsModule: boolean): string {
  return command === undefined ? overview(name) : commandHelp(name, command, needsModule);
}

function overview(name: string): string {
  const commands = Object.entries(COMMAND_TABLE).map(([command, { usage, summary }]) => [
    `  ${command} ${usage}`,
    summary,
  ]);
  return `Runs the tools of a Nest application from the command line.

Usage: ${commandText(name, 'COMMAND', '[options]')}

${alignColumns(commands)}

  --help after a command shows its options, --version the version.

${EXIT_CODES}
`;
}

function commandHelp(name: string, command: CommandName, needsModule: boolean): string {
  const { usage, summary, options, examples }: CommandInfo = COMMAND_TABLE[command];
  const lines = examples.map(({ before = '', rest }) => {
    const filled = rest.replace('{module}', needsModule ? `${MODULE_EXAMPLE} ` : '').trim();
    return `  ${before}${commandText(name, command, filled)}`;
  });
  return `${summary}

Usage: ${commandText(name, command, `${usage} [options]`.trim())}

Options:
${alignColumns(options.map((option) => [`  ${optionUsage(option)}`, CLI_OPTIONS[option].help]))}

Examples:
${lines.join('\n')}

${EXIT_CODES}
`;
}

function optionUsage(name: CliOptionName): string {
  const option: CliOption = CLI_OPTIONS[name];
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return `${short}--${name}${option.value === undefined ? '' : ` ${option.value}`}`;
}
