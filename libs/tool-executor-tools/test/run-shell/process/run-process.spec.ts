import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ProcessRequest } from '../../../src/run-shell/process/process-request.js';
import { runProcess } from '../../../src/run-shell/process/run-process.js';
import { lives, untilGone } from '../../support/processes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const cwd = temporaryFolder();

const run = (command: string, changes: Partial<ProcessRequest> = {}) =>
  runProcess({
    file: '/bin/sh',
    args: ['-c', command],
    cwd,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    signal: new AbortController().signal,
    timeoutMs: undefined,
    killGraceMs: 100,
    maxOutputBytes: 1024 * 1024,
    wholeStdoutChars: 0,
    ...changes,
  });

const pidIn = (name: string): number => Number(readFileSync(join(cwd, name), 'utf8'));

/** Aborts once the command has written a file, so that it is known to run. */
function abortOnceWritten(name: string): AbortSignal {
  const controller = new AbortController();
  void (async () => {
    while (!existsSync(join(cwd, name)) || readFileSync(join(cwd, name), 'utf8') === '') await sleep(5);
    controller.abort();
  })();
  return controller.signal;
}

describe('runProcess', () => {
  it.each([
    ['true', 0, null],
    ['exit 3', 3, null],
    ['exit 300', 44, null],
    ['kill -9 $$', null, 'SIGKILL'],
    ['kill -TERM $$', null, 'SIGTERM'],
  ])('tells how %j ended: exit code %p, signal %p', async (command, exitCode, signal) => {
    expect(await run(command)).toMatchObject({ exitCode, signal, stoppedBecause: undefined });
  });

  it('keeps the streams apart, and what was printed before a death', async () => {
    const end = await run('echo out; echo err >&2; kill -9 $$');
    expect(end).toMatchObject({ stdout: { text: 'out\n' }, stderr: { text: 'err\n' } });
  });

  it('gives an empty stdin', async () => {
    expect(await run('cat; read x; echo got=$x')).toMatchObject({ stdout: { text: 'got=\n' }, exitCode: 0 });
  });

  it('runs without a controlling terminal', async () => {
    const end = await run('(: </dev/tty) 2>/dev/null || echo none');
    expect(end.stdout.text).toBe('none\n');
  });

  it('returns at the exit of the leader, and ends what it left in the background', async () => {
    const end = await run('sleep 300 & echo $! >background; echo done');
    expect(end).toMatchObject({ stdout: { text: 'done\n' }, exitCode: 0, stoppedBecause: undefined });
    await untilGone(pidIn('background'));
  });

  it('ends a background process that holds no pipe', async () => {
    await run('sleep 300 >/dev/null 2>&1 & echo $! >detached');
    await untilGone(pidIn('detached'));
  });

  it('returns though a background process keeps printing', async () => {
    const end = await run('(while :; do echo tick; sleep 0.02; done) & echo $! >ticking; echo done');
    expect(end.stdout.text).toMatch(/^(?:tick\n)*done\n/);
    expect(end.exitCode).toBe(0);
    await untilGone(pidIn('ticking'));
  });

  it('returns though a process that left the group holds the pipes', async () => {
    const end = await run('setsid sleep 300 & echo $! >escaped; echo done');
    expect(end.stdout.text).toBe('done\n');
    process.kill(pidIn('escaped'), 'SIGKILL');
  });

  it('stops the whole tree at its own time limit, and keeps what it printed', async () => {
    const end = await run('echo before; sleep 300 & echo $! >child; wait', { timeoutMs: 300 });
    expect(end).toMatchObject({
      stdout: { text: 'before\n' },
      signal: 'SIGTERM',
      stoppedBecause: 'timed out after 300 ms',
    });
    expect(lives(pidIn('child'))).toBe(false);
  });

  it('kills a tree that ignores SIGTERM after its grace', async () => {
    const end = await run(`trap '' TERM; echo $$ >deaf; while :; do sleep 0.05; done`, {
      signal: abortOnceWritten('deaf'),
    });
    expect(end).toMatchObject({
      signal: 'SIGKILL',
      stoppedBecause: 'its call was cancelled or ran out of time',
    });
    expect(lives(pidIn('deaf'))).toBe(false);
  });

  it('leaves a tree that is told to end the time to clean up', async () => {
    const end = await run(`trap 'echo cleaned; exit 0' TERM; echo $$ >tidy; while :; do sleep 0.02; done`, {
      signal: abortOnceWritten('tidy'),
      killGraceMs: 20_000,
    });
    expect(end).toMatchObject({
      stdout: { text: 'cleaned\n' },
      exitCode: 0,
      stoppedBecause: 'its call was cancelled or ran out of time',
    });
  });

  it('starts nothing when the signal has aborted before', async () => {
    const reason = new Error('too late');
    await expect(run('touch started', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
  });

  it('stops what prints more bytes than allowed, and keeps exactly those', async () => {
    const end = await run('yes', { maxOutputBytes: 100_000 });
    expect(end.stoppedBecause).toBe('printed more than 100000 bytes');
    expect(end.stdout.size).toBe(100_000);
  });

  it('counts stdout and stderr together', async () => {
    const end = await run('printf 12345; printf 67890 >&2', { maxOutputBytes: 9 });
    expect(end.stoppedBecause).toBe('printed more than 9 bytes');
    expect(end.stdout.size + end.stderr.size).toBe(9);
    expect(await run('printf 12345; printf 67890 >&2', { maxOutputBytes: 10 })).toMatchObject({
      stoppedBecause: undefined,
      exitCode: 0,
    });
  });

  it.each([
    ['a missing program', { file: '/nope/sh' }, '/nope/sh could not be started'],
    ['a missing folder', { cwd: '/nope' }, 'the folder to start it in, does not exist'],
    [
      'a folder as a program',
      { file: '/etc' },
      '/etc could not be started: it, or the folder to start it in, may not be used',
    ],
    ['an argument that is too long', { args: ['x'.repeat(3_000_000)] }, 'too long for the system'],
    ['an argument with NUL', { args: ['\0'] }, 'could not be started: ERR_INVALID_ARG_VALUE'],
  ])('rejects for %s', async (_name, changes, message) => {
    await expect(run('true', changes)).rejects.toThrow(message);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal) as (...args: unknown[]) => void;
    const remove = signal.removeEventListener.bind(signal) as (...args: unknown[]) => void;
    signal.addEventListener = (...args: unknown[]) => void ((listeners += 1), add(...args));
    signal.removeEventListener = (...args: unknown[]) => void ((listeners -= 1), remove(...args));
    await run('true', { signal });
    await run('exit 1', { signal });
    expect(listeners).toBe(0);
  });
});
