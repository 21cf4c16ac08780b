import { readFileSync } from 'node:fs';
import { Writable, PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { COMMAND_TABLE } from '../../src/cli/command-table.js';
import { runCli } from '../../src/cli/run-cli.js';
import { run, WORKBENCH } from './support/run.js';

const failing = (code: string): Writable =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

describe('the command line', () => {
  it.each([
    [['cal', 'echo'], 'unknown command "cal"; did you mean call?'],
    [['nonsense'], 'unknown command "nonsense"'],
    [['call', 'echo', '--jsn'], 'unknown option "--jsn" of call; did you mean --json?'],
    [['tools', '--yes'], 'unknown option "--yes" of tools'],
    [['call', 'echo', '-x'], 'unknown option "-x" of call'],
    [['--modul', 'x', 'call', 'echo'], 'unknown option "--modul"; did you mean --module?'],
    [['--jsn'], 'unknown option "--jsn"'],
    [['call', 'echo', '--\u001b[2J'], 'unknown option "--\\u{1b}[2J"'],
    [['call'], 'name of a tool'],
    [['call', 'echo', '{}', '{}'], 'quote the JSON'],
    [['call', 'echo', '--principal'], '--principal needs a value'],
    [['call', 'echo', '--principal', '--json'], '--principal needs a value'],
    [['call', 'echo', '--principal='], '--principal needs a value'],
    [['call', 'echo', '--yes=no'], '--yes takes no value'],
    [['call', 'echo', '--tenant', 'a', '--tenant', 'b'], '--tenant is given twice'],
    [['call', 'echo', '--timeout', 'soon'], '--timeout needs milliseconds'],
    [['call', 'echo', '--timeout', '0'], '--timeout needs milliseconds'],
    [['call', 'echo', '--timeout', '1e3'], '--timeout needs milliseconds'],
    [['tools', 'echo', 'wipe'], 'one name'],
    [['call', 'echo', '--export', 'AppModule'], '--export needs --module'],
    [['approvals', 'aprove', 'x'], 'did you mean approve?'],
    [['approvals', 'approve'], 'needs the id'],
    [['approvals', 'list', 'x'], 'takes no id'],
    [['approvals', 'deny', 'x', 'y'], 'one id'],
    [['approvals', '--url', 'localhost:3000'], '--url needs an http or https address'],
    [['approvals', '--url', 'http://x', '--module', 'x'], 'exclude one another'],
    [['approvals', '--token-file', '/no/such/token'], '/no/such/token'],
    [['approvals', '--tenant', 'acme'], '--tenant needs --module'],
  ])('refuses %j as wrong usage, naming what is wrong', async (argv, problem) => {
    const { exitCode, stdout, stderr } = await run(argv);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('--help');
  });

  it.each(['call', 'tools'])('refuses %s without a module as wrong usage', async (command) => {
    const { exitCode, stderr } = await run([command, 'echo'], { defaults: {} });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--module is missing');
  });

  it.each([[[]], [['--json']]])('shows the commands on stderr for %j, as wrong usage', async (argv) => {
    const { exitCode, stdout, stderr } = await run(argv);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage:');
  });

  it.each([['--help'], ['-h'], ['help']])('shows the commands for %s', async (argument) => {
    const { exitCode, stdout, stderr } = await run([argument]);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const command of Object.keys(COMMAND_TABLE)) expect(stdout).toContain(`\n  ${command} `);
  });

  it.each(Object.entries(COMMAND_TABLE))(
    'shows the options of %s with examples',
    async (command, { options }) => {
      const { exitCode, stdout } = await run([command, '--help'], { defaults: {} });
      expect(exitCode).toBe(0);
      expect(stdout.match(/--[a-z-]+(?=.* {2})/g)?.sort()).toEqual(options.map((name) => `--${name}`).sort());
      expect(stdout).toMatch(new RegExp(`Examples:\\n(?: +.*nestjs-tool-executor ${command}.*\\n)+`));
      expect((await run(['help', command], { defaults: {} })).stdout).toBe(stdout);
    },
  );

  it.each([
    [{}, 'nestjs-tool-executor tools --module dist/app.module.js read_file\n'],
    [
      { ...WORKBENCH, name: 'npm run -s {command} --' },
      '  npm run -s tools\n  npm run -s tools -- read_file\n',
    ],
  ])('gives examples that can be copied', async (defaults, example) => {
    expect((await run(['tools', '--help'], { defaults })).stdout).toContain(example);
  });

  it('says its version', async () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect(await run(['--version'])).toEqual({
      exitCode: 0,
      stdout: `${JSON.parse(manifest).version}\n`,
      stderr: '',
    });
  });

  it('says on one line why the application did not start', async () => {
    const application = (): never => {
      throw new Error('PORT is wrong');
    };
    expect(await run(['tools'], { defaults: { application } })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: PORT is wrong\n',
    });
  });

  it('says that an application without a tool executor has none', async () => {
    class Bare {}
    const { exitCode, stdout, stderr } = await run(['tools'], {
      defaults: { application: () => ({ module: Bare }) },
    });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('ToolExecutorModule.forRoot()');
  });

  it.each([
    [{}, true],
    [{ NO_COLOR: '' }, true],
    [{ NO_COLOR: '1' }, false],
  ])('colours errors at a terminal with the environment %j: %s', async (env, coloured) => {
    const { stderr } = await run(['nonsense'], { isTerminal: true, env });
    expect(stderr.includes('\u001b[31m')).toBe(coloured);
  });

  it.each([
    ['a reader that has gone away is no error', 'EPIPE', 0],
    ['a full disk is one', 'ENOSPC', 1],
  ])('%s', async (_, code, expected) => {
    const stderr = new PassThrough();
    const io = { stdin: new PassThrough(), stdout: failing(code), stderr, env: {} };
    expect(await runCli(['call', 'echo', '{"text":"x"}'], io, WORKBENCH)).toBe(expected);
    expect(String(stderr.read() ?? '')).toBe(expected === 0 ? '' : 'error: ENOSPC\n');
  });
});
