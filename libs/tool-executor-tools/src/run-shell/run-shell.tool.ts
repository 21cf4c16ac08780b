import { Inject, Injectable } from '@nestjs/common';
import { ProcessOutput, Tool, type ToolContext, type ToolHandler } from 'nestjs-tool-executor';
import { RESOLVED_TOOLS_OPTIONS } from '../tools.tokens.js';
import type { ResolvedToolsOptions } from '../tools.options.js';
import { Workspace } from '../workspace/workspace.js';
import { checkCommand } from './check-command.js';
import { childEnvironment } from './process/child-environment.js';
import { runProcess } from './process/run-process.js';
import { MAX_CAPTURED_CHARS } from './process/text-capture.js';
import { RunShellArgs } from './run-shell.args.js';

/** Characters of JSON that a command may print: more can't be parsed, since only its head and tail are kept. */
const MAX_JSON_CHARS = 1024 * 1024;

/**
 * `run_shell`: runs a command in a POSIX shell. Its exit code decides whether it succeeded.
 * stdout and stderr keep their first and last 2,000 characters, at constant memory.
 *
 * The command runs with the rights of the application: `cwd` is inside the workspace, but the
 * command may go anywhere that this user may. It gets a few environment variables and no others.
 * What it leaves in the background is killed when it ends, unless it left its session (`setsid`).
 *
 * @publicApi
 */
@Tool({
  name: 'run_shell',
  description:
    'Runs a shell command in the workspace and gives what it prints. There is no terminal and no input. ' +
    'Processes left in the background are ended with the command. Write to >&2 rather than to /dev/stderr.',
  parameters: RunShellArgs,
  destructive: true,
  openWorld: true,
  effects: 'unsafe',
  timeoutMs: 60_000,
})
@Injectable()
export class RunShellTool implements ToolHandler<RunShellArgs> {
  readonly #env: Readonly<Record<string, string>>;

  constructor(
    @Inject(Workspace) private readonly workspace: Workspace,
    @Inject(RESOLVED_TOOLS_OPTIONS) private readonly options: Pick<ResolvedToolsOptions, 'shell'>,
  ) {
    this.#env = childEnvironment(process.env, options.shell.env);
  }

  async execute(args: RunShellArgs, context: ToolContext): Promise<ProcessOutput> {
    checkCommand(args.command);
    const { shell } = this.options;
    const outputFormat = args.outputFormat ?? 'text';
    const end = await runProcess({
      file: shell.path,
      args: ['-c', args.command],
      cwd: await this.workspace.resolveFolder(args.cwd ?? '.'),
      env: this.#env,
      signal: context.signal,
      timeoutMs: this.#ownTimeoutMs(args, context),
      killGraceMs: shell.killGraceMs,
      maxOutputBytes: shell.maxOutputBytes,
      wholeStdoutChars: outputFormat === 'json' ? MAX_JSON_CHARS : MAX_CAPTURED_CHARS,
    });
    return new ProcessOutput({
      stdout: end.stdout.text,
      stdoutSize: end.stdout.size,
      stderr: end.stderr.text,
      stderrSize: end.stderr.size,
      exitCode: end.exitCode,
      signal: end.signal,
      stoppedBecause: end.stoppedBecause,
      okExitCodes: shell.okExitCodes,
      outputFormat,
      maxOutputChars: MAX_CAPTURED_CHARS,
    });
  }

  /** Where the deadline of the call comes first, it alone stops the command: the result is then a plain `timeout`. */
  #ownTimeoutMs(args: RunShellArgs, context: ToolContext): number | undefined {
    const timeoutMs = Math.min(args.timeoutMs ?? Infinity, this.options.shell.timeoutMs);
    return Date.now() + timeoutMs < context.deadline ? timeoutMs : undefined;
  }
}
