import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const MODULE = fileURLToPath(new URL('support/application/app.module.mjs', import.meta.url));

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(argv: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  // stdin stays open: a command that doesn't need it must not wait for it.
  const child = spawn(process.execPath, [MAIN, ...argv, '--module', MODULE], { stdio: 'pipe' });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...texts }));
  });
  return { child, ended };
}

describe('the program nestjs-tool-executor', () => {
  it('ends with the result alone on stdout, whatever application and tools print or leave open', async () => {
    const { exitCode, stdout, stderr } = await start(['call', 'chatty', '--verbose']).ended;
    expect([exitCode, stdout]).toEqual([0, 'the result\n']);
    for (const printed of [
      'console.log at load',
      'console.log of a tool',
      'process.stdout of a tool',
      'pino of a tool',
      'Starting Nest application',
    ]) {
      expect(stderr).toContain(printed);
    }
  });

  it('writes a large result whole', async () => {
    expect((await start(['call', 'large']).ended).stdout).toHaveLength(90_000);
  });

  it('takes a reader that has gone away for no error', async () => {
    const { child, ended } = start(['call', 'large']);
    child.stdout!.destroy();
    const { exitCode, stderr } = await ended;
    expect([exitCode, stderr]).toEqual([0, 'console.log at load\n']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('cancels the call at %s and prints its result', async (signal) => {
    const { child, ended } = start(['call', 'wait', '--json']);
    child.stderr!.on('data', (chunk) => {
      if (String(chunk).includes('the tool waits')) child.kill(signal);
    });
    const { exitCode, stdout } = await ended;
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ metadata: { code: 'cancelled', executed: true } });
  });

  it('ends at once with 130 at a second SIGINT', async () => {
    const { child, ended } = start(['call', 'stuck', '--json']);
    child.stderr!.on('data', (chunk) => {
      // The second one comes while the application closes, which would never end.
      if (/the tool waits|closing/.test(String(chunk))) child.kill('SIGINT');
    });
    expect(await ended).toMatchObject({ exitCode: 130, stdout: expect.stringContaining('"cancelled"') });
  });

  it('ends with 2 for wrong usage', async () => {
    expect(await start(['cal']).ended).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
