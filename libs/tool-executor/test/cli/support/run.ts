import { PassThrough } from 'node:stream';
import type { CliDefaults } from '../../../src/cli/cli-defaults.js';
import type { CliIo } from '../../../src/cli/cli-io.js';
import { runCli } from '../../../src/cli/run-cli.js';
import { WorkbenchModule } from './workbench.module.js';

export interface RunSetting {
  /** A person at a terminal who answers questions with this line; `null` leaves instead. */
  readonly answer?: string | null;
  /** What is piped in. */
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly env?: Record<string, string>;
  readonly defaults?: CliDefaults;
  readonly onInterrupt?: CliIo['onInterrupt'];
}

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const WORKBENCH: CliDefaults = { application: () => ({ module: WorkbenchModule }) };

/** Runs a command line in this process, by default against the workbench and without a terminal. */
export async function run(argv: readonly string[], setting: RunSetting = {}): Promise<Run> {
  const isTTY = setting.isTerminal ?? setting.answer !== undefined;
  const [stdin, stdout, stderr] = [0, 1, 2].map(() => Object.assign(new PassThrough(), { isTTY }));
  const texts = { stdout: '', stderr: '' };
  stdout!.on('data', (chunk) => (texts.stdout += String(chunk)));
  stderr!.on('data', (chunk) => {
    texts.stderr += String(chunk);
    if (!String(chunk).endsWith('[y/N] ')) return;
    if (setting.answer === null) stdin!.end();
    else stdin!.write(`${setting.answer}\n`);
  });
  if (setting.answer === undefined) stdin!.end(setting.stdin);
  const io: CliIo = {
    stdin: stdin!,
    stdout: stdout!,
    stderr: stderr!,
    env: setting.env ?? {},
    ...(setting.onInterrupt && { onInterrupt: setting.onInterrupt }),
  };
  const exitCode = await runCli(argv, io, setting.defaults ?? WORKBENCH);
  return { exitCode, ...texts };
}
