import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { ToolExecutorModule, ToolExecutorService, type ToolResult } from 'nestjs-tool-executor';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolExecutorToolsModule } from '../src/tool-executor-tools.module.js';
import { untilGone } from './support/processes.js';
import { temporaryFolder, write } from './support/temporary-folder.js';

const workspaceDir = temporaryFolder();
let app: TestingModule;
let executor: ToolExecutorService;

beforeAll(async () => {
  write(workspaceDir, 'a.txt', 'one\n');
  write(workspaceDir, 'esc.txt', '\u001b[31mred\u001b[0m\rb\n');
  app = await Test.createTestingModule({
    imports: [
      // A grace that no busy machine exceeds: here it is the end of the process that counts.
      ToolExecutorModule.forRoot({ allow: ['run_shell'], stopGraceMs: 20_000 }),
      ToolExecutorToolsModule.forRoot({ workspaceDir }),
    ],
  }).compile();
  app.useLogger(false);
  await app.init();
  executor = app.get(ToolExecutorService);
});
afterAll(() => app.close());

const shell = (command: string, args: object = {}, context: object = {}): Promise<ToolResult> =>
  executor.execute({ name: 'run_shell', arguments: { command, ...args } }, context);

describe('run_shell, through the executor', () => {
  it.each([
    ['sleep 300 & echo done', /^done$/],
    ['(while :; do echo tick; sleep 0.1; done) & echo done', /^done/],
  ])('returns with its leader, whatever it leaves in the background: %s', async (command, output) => {
    const result = await shell(command);
    expect(result).toMatchObject({ success: true, error: null, output: expect.stringMatching(output) });
    expect(result.latencyMs).toBeLessThan(20_000);
  });

  it.each([
    ['cat', { success: true, output: '' }],
    ['read x; echo got=$x', { success: true, output: 'got=' }],
    [
      'git init -q r && cd r && git -c user.name=a -c user.email=a@b commit --allow-empty',
      { success: false },
    ],
    [
      "node -e \"require('fs').openSync('/dev/tty')\"",
      { success: false, error: expect.stringContaining('/dev/tty') },
    ],
  ])('never waits for a person: %s', async (command, expected) => {
    const result = await shell(command);
    expect(result).toMatchObject(expected);
    expect(result).not.toMatchObject({ metadata: { code: 'timeout' } });
  });

  it.each([
    ['grep zzz a.txt', 'exit code 1', 1],
    ['grep x /nope', 'exit code 2\n', 2],
    ['exit 3', 'exit code 3', 3],
    ['exit 300', 'exit code 44', 44],
    ['echo out; echo why >&2; exit 1', 'exit code 1\nwhy', 1],
    ['echo why; exit 1', 'exit code 1\nwhy', 1],
  ])('fails %j with a text that says %j', async (command, error, exitCode) => {
    expect(await shell(command)).toMatchObject({
      success: false,
      output: null,
      error: expect.stringContaining(error),
      metadata: { code: 'tool_error', exitCode, executed: true, retryable: false },
    });
  });

  it.each(['KILL', 'TERM'])('names SIG%s where that ended it, and keeps what was printed', async (signal) => {
    expect(await shell(`echo before; kill -${signal} $$`)).toMatchObject({
      success: false,
      output: null,
      error: `ended by signal SIG${signal}\nbefore`,
      metadata: { exitCode: null, signal: `SIG${signal}`, stdout: 'before' },
    });
  });

  it.each([
    [
      `node -e 'const b=Buffer.from("caf\\u00e9\\u2615");process.stdout.write(b.subarray(0,4));setTimeout(()=>process.stdout.write(b.subarray(4)),50)'`,
      'café☕',
    ],
    [`printf '\\342\\202'`, '\ufffd'],
    [`printf '\\377\\376ab'`, '\ufffd\ufffdab'],
    [`printf '\\033[31mred\\033[0m\\n'`, 'red'],
    [`printf '\\033]8;;http://x\\007link\\033]8;;\\007'`, 'link'],
    [`printf 'a\\rb\\rc\\n'`, 'c'],
  ])('gives the text of %s', async (command, output) => {
    expect(await shell(command)).toMatchObject({ success: true, output });
  });

  it.each([
    ['{"a":1} behind blanks', `printf ' \\n{"a":1}\\n\\n'`, { a: 1 }],
    ['a warning on stderr beside it', `echo warn >&2; echo '{"a":1}'`, { a: 1 }],
  ])('parses %s', async (_what, command, output) => {
    expect(await shell(command, { outputFormat: 'json' })).toMatchObject({ success: true, output });
  });

  it.each([
    ['a banner before it', 'echo INFO; echo {}', 'INFO\n{}'],
    ['two documents', 'echo {}; echo {}', '{}\n{}'],
    ['NaN', 'echo NaN', 'NaN'],
    ['nothing', 'true', ''],
  ])('guesses nothing in what is not JSON: %s', async (_what, command, output) => {
    expect(await shell(command, { outputFormat: 'json' })).toMatchObject({
      success: true,
      output,
      metadata: { parseFailed: true },
    });
  });

  it('keeps the JSON that a failed command printed', async () => {
    expect(await shell(`echo '{"why":"x"}'; exit 1`, { outputFormat: 'json' })).toMatchObject({
      success: false,
      metadata: { exitCode: 1, details: { why: 'x' }, stdout: '{"why":"x"}' },
    });
  });

  it.each([
    ['a folder that is missing', { cwd: 'nope' }, /nope/],
    ['a file as a folder', { cwd: 'a.txt' }, /a\.txt/],
    ['a folder outside', { cwd: '../' }, /outside the workspace/],
  ])('fails for %s, and names it', async (_what, args, error) => {
    expect(await shell('pwd', args)).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  it('says so where a command holds a NUL', async () => {
    expect(await shell('echo a\0b')).toMatchObject({
      success: false,
      error: expect.stringContaining('NUL'),
      metadata: { executed: true },
    });
  });

  it('cuts error and stderr as it cuts output', async () => {
    const { error, metadata } = await shell('seq 1 100000 >&2; echo FAIL: last >&2; exit 1');
    for (const text of [error!, metadata.stderr!]) {
      expect(text.length).toBeLessThan(4_100);
      expect(text.match(/\[truncated\]/g)).toHaveLength(1);
      expect(text).toMatch(/1\n2\n3\n[^]*FAIL: last\n?$/);
    }
    expect(metadata).toMatchObject({ truncated: true, originalSize: 588_906 });
  });

  it.each([
    ['that ends when told to', ''],
    ['that ignores SIGTERM', 'trap "" TERM; '],
  ])(
    'stops a whole tree %s at the deadline of the call, and keeps what it had printed',
    async (_which, trap) => {
      const line = `${trap}(${trap}sleep 300)& echo $! $$ > pids; echo before; sleep 300`;
      const result = await shell(line, {}, { deadline: Date.now() + 1_500 });
      expect(result).toMatchObject({
        success: false,
        error: expect.stringMatching(/^timed out after/),
        metadata: { code: 'timeout', executed: true, retryable: false, stopped: true, stdout: 'before' },
      });
      for (const pid of readFileSync(join(workspaceDir, 'pids'), 'utf8').trim().split(' '))
        await untilGone(Number(pid));
    },
  );

  it('tells a command that is cancelled from one that runs out of time', async () => {
    const controller = new AbortController();
    const pending = shell('echo before; sleep 300', {}, { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect((await pending).metadata).toMatchObject({ code: 'cancelled', executed: true });
  });
});

describe('read_file, through the executor', () => {
  it('leaves the bytes of a file as they are', async () => {
    const result = await executor.execute({ name: 'read_file', arguments: { path: 'esc.txt' } });
    expect(result.output).toBe('\u001b[31mred\u001b[0m\rb\n');
  });
});
