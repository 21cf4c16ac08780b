import type { CliDefaults } from './cli-defaults.js';
import type { CliIo } from './cli-io.js';
import { onStopSignal } from './on-stop-signal.js';
import { runCli } from './run-cli.js';

const EXIT_GRACE_MS = 250;

/**
 * Runs the command line of this process, and ends it with the exit code, also where the application
 * leaves something open.
 *
 * From here on `process.stdout` is stderr for everybody else: what an application, its logger or
 * its tools print can't mix with the result. Call it before anything prints.
 *
 * @publicApi
 */
export async function runAsProcess(defaults?: CliDefaults): Promise<void> {
  const io = claimProcess();
  const exitCode = await runCli(process.argv.slice(2), io, defaults);
  process.exitCode = exitCode;
  // What is unref'ed doesn't keep the process: it ends by itself where nothing is left open.
  setTimeout(() => process.exit(exitCode), EXIT_GRACE_MS).unref();
}

function claimProcess(): CliIo {
  const { stdout, stderr, env } = process;
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
  return {
    stdout,
    stderr,
    env,
    onInterrupt: onStopSignal,
    // Not before it is needed: an open stdin keeps some processes alive.
    get stdin() {
      return process.stdin;
    },
  };
}
