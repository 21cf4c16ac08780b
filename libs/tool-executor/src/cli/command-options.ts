/** One row of the table. */
export interface CliOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** Stands for the value in help texts. */
  readonly value?: string;
  readonly help: string;
}

/** Every option there is; a command takes some of them. */
export const CLI_OPTIONS = {
  module: {
    type: 'string',
    value: 'FILE',
    help: 'compiled file of the root module, such as dist/app.module.js',
  },
  export: {
    type: 'string',
    value: 'NAME',
    help: 'which export of FILE is the module; default: default, AppModule, or the only module',
  },
  yes: { type: 'boolean', help: 'approve the call without asking, if it needs a person' },
  approval: { type: 'string', value: 'ID', help: 'an approval that was given for exactly this call' },
  timeout: {
    type: 'string',
    value: 'MS',
    help: 'milliseconds until the call is stopped; never extends the limit of the tool',
  },
  'idempotency-key': { type: 'string', value: 'KEY', help: 'calls with the same key run once' },
  principal: { type: 'string', value: 'ID', help: 'on whose behalf; default: cli' },
  tenant: { type: 'string', value: 'ID', help: 'tenant of the principal' },
  scope: { type: 'string', multiple: true, value: 'SCOPE', help: 'scope of the principal; may be repeated' },
  role: { type: 'string', multiple: true, value: 'ROLE', help: 'role of the principal; may be repeated' },
  url: {
    type: 'string',
    value: 'URL',
    help: 'REST door of the running application; default: http://127.0.0.1:3000',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'holds the bearer token; default: the variable TOOL_EXECUTOR_TOKEN',
  },
  comment: {
    type: 'string',
    value: 'TEXT',
    help: 'said with the decision; a model is told why it was denied',
  },
  strict: { type: 'boolean', help: 'fail for warnings as well' },
  json: { type: 'boolean', help: 'print JSON on stdout' },
  verbose: {
    type: 'boolean',
    help: 'show all logs of the application, on stderr; default: warnings and errors',
  },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
  version: { type: 'boolean', help: 'show the version' },
} as const satisfies Record<string, CliOption>;

export type CliOptionName = keyof typeof CLI_OPTIONS;

/** The options of one command line, checked: text is text, and only what was given is there. */
export type CliOptionValues = {
  readonly [Name in CliOptionName]?: (typeof CLI_OPTIONS)[Name] extends { multiple: true }
    ? readonly string[]
    : (typeof CLI_OPTIONS)[Name] extends { type: 'boolean' }
      ? boolean
      : string;
};
