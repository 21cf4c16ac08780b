import { parseArgs } from 'node:util';
import { escapeControls } from '../text/escape-controls.js';
import { nearestName } from '../text/nearest-name.js';
import { CLI_OPTIONS, type CliOption, type CliOptionName, type CliOptionValues } from './command-options.js';
import { COMMAND_TABLE, type CommandName } from './command-table.js';
import { UsageError } from './usage.error.js';

const MAX_SHOWN_CHARS = 80;

/** A command line that makes sense. */
export interface CommandLine {
  /** `undefined`: only `--help` or `--version` was given. */
  readonly command: CommandName | undefined;
  /** Without the command. */
  readonly positionals: readonly string[];
  readonly options: CliOptionValues;
}

/** @throws UsageError naming what is unknown, and what was probably meant */
export function readCommandLine(argv: readonly string[]): CommandLine {
  // Not strict: its messages name neither the command nor the nearest option.
  const { positionals, tokens } = parseArgs({
    args: [...argv],
    options: CLI_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const [first, ...rest] = positionals;
  const asksForHelp = first === 'help';
  const word = asksForHelp ? rest[0] : first;
  // Before the command: what follows a misspelt option looks like one.
  const misspelt = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(CLI_OPTIONS, token.name));
  if (misspelt?.kind === 'option') throw unknownOption(misspelt, isCommand(word) ? word : undefined);
  const command = readCommand(word);
  const options: Record<string, unknown> = asksForHelp ? { help: true } : {};
  for (const token of tokens) {
    if (token.kind === 'option') addOption(options, token, command);
  }
  return { command, positionals: asksForHelp ? rest.slice(1) : rest, options };
}

function isCommand(word: string | undefined): word is CommandName {
  return word !== undefined && Object.hasOwn(COMMAND_TABLE, word);
}

function readCommand(word: string | undefined): CommandName | undefined {
  if (word === undefined || isCommand(word)) return word;
  throw new UsageError(
    `unknown command ${shown(word)}${didYouMean(nearestName(word, Object.keys(COMMAND_TABLE)))}`,
  );
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function addOption(
  options: Record<string, unknown>,
  token: OptionToken,
  command: CommandName | undefined,
): void {
  const { name, rawName, value, inlineValue } = token;
  if (!optionsOf(command).includes(name)) throw unknownOption(token, command);
  const option: CliOption = CLI_OPTIONS[name as CliOptionName];
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    options[name] = true;
    return;
  }
  const isNextOption = inlineValue === false && value !== undefined && /^-./.test(value);
  if (value === undefined || value === '' || isNextOption) throw new UsageError(`${rawName} needs a value`);
  if (option.multiple === true) options[name] = [...((options[name] as string[] | undefined) ?? []), value];
  else if (options[name] === undefined) options[name] = value;
  else throw new UsageError(`${rawName} is given twice`);
}

/** Without a command any option is let through: that the command is missing is what there is to say. */
function optionsOf(command: CommandName | undefined): readonly string[] {
  return command === undefined ? Object.keys(CLI_OPTIONS) : [...COMMAND_TABLE[command].options, 'version'];
}

function unknownOption({ name, rawName }: OptionToken, command: CommandName | undefined): UsageError {
  const nearest = nearestName(name, optionsOf(command));
  const where = command === undefined ? '' : ` of ${command}`;
  return new UsageError(`unknown option ${shown(rawName)}${where}${didYouMean(nearest && `--${nearest}`)}`);
}

const shown = (text: string): string => `"${escapeControls(text, MAX_SHOWN_CHARS)}"`;

const didYouMean = (nearest: string | undefined): string =>
  nearest === undefined ? '' : `; did you mean ${nearest}?`;
