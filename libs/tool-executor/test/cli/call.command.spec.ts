import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { run } from './support/run.js';
import { WipeTool } from './support/workbench.module.js';

describe('call', () => {
  it('prints the output alone on stdout', async () => {
    expect(await run(['call', 'echo', '{"text":"hello"}'])).toEqual({
      exitCode: 0,
      stdout: 'hello\n',
      stderr: '',
    });
  });

  it('adds no line end to a text that has one', async () => {
    expect((await run(['call', 'echo', '{"text":"a\\nb\\n"}'])).stdout).toBe('a\nb\n');
  });

  it('prints a structured output as indented JSON', async () => {
    expect((await run(['call', 'who'])).stdout).toBe('{\n  "principal": {\n    "id": "cli"\n  }\n}\n');
  });

  it('prints nothing where the tool gave nothing', async () => {
    expect(await run(['call', 'nothing'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['escape', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['8-bit escape', '\u009b31m', '\\u{9b}31m'],
    ['a bell and a backspace', 'a\u0007\b', 'a\\u{7}\\u{8}'],
    ['a carriage return within a line', 'rm\rls', 'rm\\u{d}ls'],
    ['a reversed text', '\u202etxt', '\\u{202e}txt'],
  ])('shows %s of an output instead of sending it to the terminal', async (_, text, shown) => {
    expect((await run(['call', 'echo', JSON.stringify({ text })])).stdout).toBe(`${shown}\n`);
  });

  it.each(['tab\tand\nlines', 'windows\r\nlines', 'emoji 👩‍💻 and äöü'])('leaves %j as it is', async (text) => {
    expect((await run(['call', 'echo', JSON.stringify({ text })])).stdout).toBe(`${text}\n`);
  });

  it('prints a failure on stderr, escaped, with its code', async () => {
    const { exitCode, stdout, stderr } = await run(['call', 'fail']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error \(tool_error\): the disk \\u\{202e\}is full\\u\{7\}\n$/);
  });

  it.each([
    [['call', 'echo', '{"text":'], 'invalid_arguments', 'nestjs-tool-executor tools echo'],
    [['call', 'echo', 'hello'], 'invalid_arguments', 'nestjs-tool-executor tools echo'],
    [['call', 'echo'], 'invalid_arguments', 'nestjs-tool-executor tools echo'],
    [['call', 'ecko', '{}'], 'unknown_tool', 'nestjs-tool-executor tools'],
    [['call', 'secret'], 'unknown_tool', 'nestjs-tool-executor tools'],
    [['call', 'wipe', '--approval', 'no-such-approval'], 'approval_invalid', 'ask anew'],
  ])('leaves %j for the executor to judge', async (argv, code, hint) => {
    const { exitCode, stdout, stderr } = await run(argv);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error (${code}): `);
    expect(stderr).toContain(hint);
  });

  it('stops the tool at --timeout', async () => {
    const { exitCode, stdout } = await run(['call', 'wait', '--timeout', '20', '--json']);
    expect([exitCode, JSON.parse(stdout).metadata.code]).toEqual([1, 'timeout']);
  });

  it('cancels the call when the person interrupts it', async () => {
    let stopped = 0;
    const onInterrupt = (listener: () => void): (() => void) => {
      setImmediate(listener);
      return () => (stopped += 1);
    };
    const { exitCode, stdout } = await run(['call', 'wait', '--json'], { onInterrupt });
    expect([exitCode, JSON.parse(stdout).metadata.code, stopped]).toEqual([1, 'cancelled', 1]);
  });

  it('runs on behalf of whom the options name', async () => {
    const argv = [
      'call',
      'who',
      '--principal',
      'alice',
      '--tenant',
      'acme',
      '--scope',
      'a',
      '--scope',
      'b',
      '--role=admin',
    ];
    expect(JSON.parse((await run(argv)).stdout)).toEqual({
      principal: { id: 'alice', tenant: 'acme', scopes: ['a', 'b'], roles: ['admin'] },
    });
  });

  it('sees tools that the scopes of the principal open', async () => {
    expect((await run(['call', 'secret', '--scope', 'secrets'])).stdout).toBe('the secret\n');
  });

  describe('arguments', () => {
    it('come from stdin for -', async () => {
      expect((await run(['call', 'echo', '-'], { stdin: '{"text":"pip\u00e9d"}' })).stdout).toBe(
        'pip\u00e9d\n',
      );
    });

    it('come from a file for @', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'cli-')), 'arguments.json');
      writeFileSync(path, '\ufeff{"text":"from a file"}');
      expect((await run(['call', 'echo', `@${path}`])).stdout).toBe('from a file\n');
    });

    it('are wrong usage where the file is missing', async () => {
      const { exitCode, stdout, stderr } = await run(['call', 'echo', '@/no/such/file']);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain('/no/such/file');
    });
  });

  describe('--json', () => {
    it.each([
      [['call', 'echo', '{"text":"a\\u001b\\nb"}'], 0, { success: true, output: 'a\u001b\nb', error: null }],
      [['call', 'nothing'], 0, { success: true, output: null }],
      [['call', 'fail'], 1, { success: false, output: null, metadata: { code: 'tool_error' } }],
      [['call', 'wipe'], 1, { success: false, metadata: { code: 'approval_required', executed: false } }],
      [['call', 'nope'], 1, { success: false, metadata: { code: 'unknown_tool' } }],
    ])('%j prints one ToolResult on one line, and nothing else', async (argv, expectedCode, expected) => {
      const { exitCode, stdout, stderr } = await run([...argv, '--json']);
      expect(exitCode).toBe(expectedCode);
      expect(stdout).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(stdout)).toMatchObject(expected);
      expect(stderr).toBe('');
    });
  });

  describe('what needs a person', () => {
    beforeEach(() => {
      WipeTool.runs = 0;
    });

    it('stays approval_required without a terminal and without --yes', async () => {
      const { exitCode, stdout, stderr } = await run(['call', 'wipe'], { stdin: 'y\n' });
      expect([exitCode, stdout, WipeTool.runs]).toEqual([1, '', 0]);
      expect(stderr).toMatch(/^error \(approval_required\): /);
      expect(stderr).toContain('--yes');
    });

    it.each(['y', 'Y', 'yes', ' YES '])('runs once when the person says %j', async (answer) => {
      const { exitCode, stdout, stderr } = await run(['call', 'wipe'], { answer, env: { NO_COLOR: '1' } });
      expect([exitCode, stdout, WipeTool.runs]).toEqual([0, 'wiped\n', 1]);
      expect(stderr).toMatch(
        /^This call needs a person: .+\n {2}wipe \{\}\n {2}for cli; .*expires in 15 min.*\nRun it\? \[y\/N\] $/,
      );
    });

    it.each(['n', '', 'nay', 'yesterday'])('does not run when the person says %j', async (answer) => {
      const { exitCode, stdout } = await run(['call', 'wipe', '--json'], { answer });
      expect([exitCode, WipeTool.runs]).toEqual([1, 0]);
      expect(JSON.parse(stdout)).toMatchObject({ metadata: { code: 'approval_invalid', executed: false } });
    });

    it('stays undecided when the person leaves', async () => {
      const { exitCode, stdout } = await run(['call', 'wipe', '--json'], { answer: null });
      expect([exitCode, JSON.parse(stdout).metadata.code, WipeTool.runs]).toEqual([
        1,
        'approval_required',
        0,
      ]);
    });

    it('runs with --yes, saying what was approved', async () => {
      const { exitCode, stdout, stderr } = await run(['call', 'wipe', '--yes']);
      expect([exitCode, stdout, WipeTool.runs]).toEqual([0, 'wiped\n', 1]);
      expect(stderr).toMatch(/wipe \{\}\n[^]*Approved by --yes/);
    });

    it('does not let the person who makes the call approve it by the same name', async () => {
      const { terminalUser } = await import('../../src/cli/terminal-user.js');
      const { exitCode, stderr } = await run([
        'call',
        'wipe',
        '--yes',
        '--principal',
        terminalUser(undefined).id,
      ]);
      expect([exitCode, WipeTool.runs]).toEqual([1, 0]);
      expect(stderr).toContain('may not approve it');
    });

    it('finds the approval of a tenant', async () => {
      expect(await run(['call', 'wipe', '--yes', '--tenant', 'acme'])).toMatchObject({
        exitCode: 0,
        stdout: 'wiped\n',
      });
    });

    it('does not ask where the arguments have used up the terminal', async () => {
      const { exitCode, stderr } = await run(['call', 'wipe', '-'], { isTerminal: true, stdin: '{}' });
      expect([exitCode, WipeTool.runs]).toEqual([1, 0]);
      expect(stderr).not.toContain('[y/N]');
    });
  });
});
