import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ToolContext } from 'nestjs-tool-executor';
import type { RunShellArgs } from '../../src/run-shell/run-shell.args.js';
import { RunShellTool } from '../../src/run-shell/run-shell.tool.js';
import { resolveToolsOptions, type ShellOptions } from '../../src/tools.options.js';
import { Workspace } from '../../src/workspace/workspace.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';
import { toolContext } from '../support/tool-context.js';

const folder = temporaryFolder();
const SECRETS = { OPENAI_API_KEY: 'S3C', DATABASE_URL: 'postgres://u:S3C@h', MY_CFG: 'S3C' };

beforeAll(() => {
  Object.assign(process.env, SECRETS);
  mkdirSync(join(folder, 'sub'));
  write(folder, 'file.txt', 'text\n');
  symlinkSync('/etc', join(folder, 'etc'));
});

afterAll(() => {
  for (const name of Object.keys(SECRETS)) delete process.env[name];
});

const toolWith = (shell: ShellOptions = {}) =>
  new RunShellTool(new Workspace(folder), resolveToolsOptions({ workspaceDir: folder, shell }));

const run = (command: string, args: Partial<RunShellArgs> = {}, context: ToolContext = toolContext()) =>
  toolWith().execute({ command, ...args }, context);

describe('run_shell', () => {
  it('gives the command to the shell as it is', async () => {
    const { stdout } = await run(`printf '%s|' "a  b" '$HOME' "$(printf c)"`);
    expect(stdout).toBe('a  b|$HOME|c|');
  });

  it('runs in the workspace, or in a folder of it', async () => {
    expect((await run('pwd')).stdout).toBe(`${folder}\n`);
    expect((await run('pwd', { cwd: 'sub' })).stdout).toBe(`${folder}/sub\n`);
    expect((await run('pwd', { cwd: join(folder, 'sub') })).stdout).toBe(`${folder}/sub\n`);
  });

  it.each([
    ['sub/nope', '"sub/nope" does not exist'],
    ['/nope', '"/nope" is outside the workspace'],
    ['..', '".." is outside the workspace'],
    ['etc', '"etc" is outside the workspace'],
    ['file.txt', '"file.txt" is not a folder'],
    ['a\0', 'the path contains a NUL character'],
  ])('refuses the folder %j and names it', async (cwd, message) => {
    await expect(run('ls', { cwd })).rejects.toMatchObject({ name: 'ToolError', message });
  });

  it.each([
    ['a NUL', 'echo \0', 'the command contains a NUL character'],
    ['3 MB', ':'.repeat(3_000_000), 'the command is too long: 3000000 bytes'],
    [
      '128 KiB of characters that take several bytes',
      'ä'.repeat(65_536),
      'the command is too long: 131072 bytes',
    ],
  ])('refuses a command with %s and says so', async (_name, command, message) => {
    await expect(run(command)).rejects.toMatchObject({
      name: 'ToolError',
      code: 'invalid_arguments',
      message: expect.stringContaining(message),
    });
  });

  it('runs a command that is as long as the system takes', async () => {
    expect((await run(`echo ok #${'x'.repeat(131_071 - 9)}`)).stdout).toBe('ok\n');
  });

  it('says which shell is missing', async () => {
    await expect(toolWith({ path: '/nope/sh' }).execute({ command: 'ls' }, toolContext())).rejects.toThrow(
      '/nope/sh could not be started',
    );
  });

  it.each(['env', 'cat /proc/self/environ', 'echo $DATABASE_URL', 'printenv OPENAI_API_KEY || true'])(
    "shows nothing of the application's environment to %j",
    async (command) => {
      const output = await run(command);
      expect(output.exitCode).toBe(0);
      expect(output.stdout + output.stderr).not.toContain('S3C');
    },
  );

  it('passes configured variables', async () => {
    const output = await toolWith({ env: { REGION: 'north' } }).execute(
      { command: 'echo $REGION' },
      toolContext(),
    );
    expect(output.stdout).toBe('north\n');
  });

  it('lets git neither page nor ask for a message', async () => {
    const identity = '-c user.name=u -c user.email=u@example.org';
    const commits = `git init -q repo && cd repo && for i in $(seq 1 60); do git ${identity} commit -q --allow-empty -m "commit $i" || exit; done`;
    expect(await run(`${commits}; git log --format=%s`)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^commit 60\n[^]*\ncommit 1\n$/),
    });
    const unnamed = await run(`git ${identity} commit --allow-empty`, { cwd: 'repo' });
    expect(unnamed.exitCode).toBe(1);
    expect(unnamed.stderr).toContain('editor');
  });

  it('stops at the time limit that the call asks for', async () => {
    const output = await run('echo before; sleep 300', { timeoutMs: 200 });
    expect(output).toMatchObject({ stdout: 'before\n', stoppedBecause: 'timed out after 200 ms' });
  });

  it('never takes a longer time limit than its own', async () => {
    const tool = toolWith({ timeoutMs: 150 });
    const output = await tool.execute({ command: 'sleep 300', timeoutMs: 100_000 }, toolContext());
    expect(output.stoppedBecause).toBe('timed out after 150 ms');
  });

  it('leaves the deadline of the call to the caller where it comes first', async () => {
    const context = toolContext({ signal: AbortSignal.timeout(200), deadline: Date.now() + 200 });
    const output = await run('sleep 300', { timeoutMs: 100_000 }, context);
    expect(output.stoppedBecause).toBe('its call was cancelled or ran out of time');
  });

  it('keeps the first and the last lines of a long output, and how long it was', async () => {
    const output = await run('seq 1 100000; echo FAIL: last; seq 1 5000 >&2');
    expect(output.stdout).toMatch(/^1\n2\n[^]*\n\[truncated\]\n[^]*\n100000\nFAIL: last\n$/);
    expect(output.stdout).toHaveLength(output.maxOutputChars!);
    expect(output.stdoutSize).toBe(588_895 + 11);
    expect(output.stderr).toMatch(/^1\n2\n[^]*\n\[truncated\]\n[^]*\n5000\n$/);
    expect(output.stderrSize).toBe(23_893);
  });

  it('keeps JSON whole where it is asked for, so that it can be parsed', async () => {
    const command = `printf '['; seq -s, 1 20000 | tr -d '\\n'; printf ']'`;
    const json = await run(command, { outputFormat: 'json' });
    expect(json.outputFormat).toBe('json');
    expect(JSON.parse(json.stdout)).toHaveLength(20_000);
    expect((await run(command)).stdout).toContain('[truncated]');
  });

  it('decodes characters that are printed in two parts', async () => {
    const output = await run(
      `printf 'caf\\303'; sleep 0.1; printf '\\251\\342'; sleep 0.05; printf '\\230\\225'`,
    );
    expect(output.stdout).toBe('café☕');
  });

  it('hands on exit code, signal and the codes that are answers', async () => {
    const tool = toolWith({ okExitCodes: [0, 1] });
    expect(await tool.execute({ command: 'grep zzz file.txt' }, toolContext())).toMatchObject({
      exitCode: 1,
      signal: null,
      okExitCodes: [0, 1],
    });
    expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL', okExitCodes: [0] });
  });

  it('fails saying so when a command prints more than it may', async () => {
    const tool = toolWith({ maxOutputBytes: 1_000_000 });
    const output = await tool.execute({ command: 'yes' }, toolContext());
    expect(output.stoppedBecause).toBe('printed more than 1000000 bytes');
    expect(output.stdout).toHaveLength(output.maxOutputChars!);
  });
});
