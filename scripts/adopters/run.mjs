import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Children get the Node that runs this, whatever the machine has, and nothing that npm says about this project. */
export const ENVIRONMENT = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local|package|lifecycle)/.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  CI: '1',
  NO_COLOR: '1',
};

const LIMIT_MS = 240_000;

/**
 * Runs a command to its end and answers its stdout.
 *
 * @throws Error with all that it printed, unless its exit code is one of `exitCodes`
 */
export function run(folder, command, args, { exitCodes = [0] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (exitCodes.includes(code)) resolve(stdout);
      else
        reject(new Error(`$ ${command} ${args.join(' ')}\n${stdout}${stderr}\nended with ${signal ?? code}`));
    });
  });
}

/** `npm install` of packages, or of what `package.json` names. */
export function install(folder, packages, options = []) {
  return run(folder, 'npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    ...options,
    ...packages,
  ]).then(() => undefined);
}

/** @throws Error that says what was expected */
export function expect(ok, what, got) {
  if (!ok) throw new Error(`expected ${what}; got ${typeof got === 'string' ? got : JSON.stringify(got)}`);
}
