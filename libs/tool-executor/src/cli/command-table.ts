import type { CliOptionName } from './command-options.js';

export interface CommandInfo {
  /** Without the command itself. */
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly CliOptionName[];
  /** `before` stands before the command line; `{module}` for the option, where it is needed. */
  readonly examples: readonly { readonly before?: string; readonly rest: string }[];
}

const PRINCIPAL = ['principal', 'tenant', 'scope', 'role'] as const;
const APPLICATION = ['module', 'export', 'verbose'] as const;

/** What each command is, for parsing and for help. */
export const COMMAND_TABLE = {
  call: {
    usage: 'TOOL [JSON | @FILE | -]',
    summary: 'Runs one tool. The arguments are JSON, a file that holds it, or `-` for stdin.',
    options: ['yes', 'approval', 'timeout', 'idempotency-key', ...PRINCIPAL, 'json', ...APPLICATION, 'help'],
    examples: [
      { rest: `{module}read_file '{"path":"README.md"}'` },
      { rest: '{module}read_file @arguments.json --json' },
      { before: `echo '{"command":"ls"}' | `, rest: '{module}run_shell - --yes' },
    ],
  },
  tools: {
    usage: '[NAME]',
    summary: 'Lists the tools that the principal may see, or describes one.',
    options: [...PRINCIPAL, 'json', ...APPLICATION, 'help'],
    examples: [{ rest: '{module}' }, { rest: '{module}read_file' }, { rest: '{module}read_file --json' }],
  },
  doctor: {
    usage: '',
    summary: 'Shows what a model sees of the tools, and what is wrong with them or could be better.',
    options: ['strict', 'json', ...APPLICATION, 'help'],
    examples: [{ rest: '{module}' }, { rest: '{module}--strict' }, { rest: '{module}--json' }],
  },
  approvals: {
    usage: '[list | approve ID | deny ID]',
    summary:
      'Shows and decides what waits for a person, in a running application or, with --module, in a durable store.',
    options: ['url', 'token-file', 'comment', ...PRINCIPAL, 'json', ...APPLICATION, 'help'],
    examples: [{ rest: '' }, { rest: 'approve 6f1c…' }, { rest: 'deny 6f1c… --comment "not on a Friday"' }],
  },
} as const satisfies Record<string, CommandInfo>;

export type CommandName = keyof typeof COMMAND_TABLE;
