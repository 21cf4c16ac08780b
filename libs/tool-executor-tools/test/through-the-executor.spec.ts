import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { ToolExecutorModule, ToolExecutorService, type ToolResult } from 'nestjs-tool-executor';
import { ToolExecutorToolsModule } from '../src/tool-executor-tools.module.js';
import { temporaryFolder, write } from './support/temporary-folder.js';

const workspaceDir = temporaryFolder();
const MAX_CHARS = 1_000;
let app: TestingModule;
let executor: ToolExecutorService;

beforeAll(async () => {
  write(
    workspaceDir,
    'numbers.txt',
    `${Array.from({ length: 5_000 }, (_, i) => i).join('\n')}\nFAIL: last\n`,
  );
  app = await Test.createTestingModule({
    imports: [
      ToolExecutorModule.forRoot({ allow: ['run_shell'], maxOutputChars: MAX_CHARS }),
      ToolExecutorToolsModule.forRoot({ workspaceDir }),
    ],
  }).compile();
  app.useLogger(false);
  await app.init();
  executor = app.get(ToolExecutorService);
});

afterAll(() => app.close());

const call = (name: string, args: unknown): Promise<ToolResult> =>
  executor.execute({ name, arguments: args });
const shell = (command: string, args: Record<string, unknown> = {}) =>
  call('run_shell', { command, ...args });

describe('the tools, through the executor', () => {
  it('declares what they do', async () => {
    const tools = Object.fromEntries((await executor.list()).map((tool) => [tool.name, tool.traits]));
    expect(tools).toMatchObject({
      read_file: { readOnly: true, destructive: false, effects: 'pure', timeoutMs: 5_000 },
      list_files: { readOnly: true, destructive: false, effects: 'pure', timeoutMs: 5_000 },
      run_shell: {
        readOnly: false,
        destructive: true,
        openWorld: true,
        effects: 'unsafe',
        timeoutMs: 60_000,
      },
    });
  });

  it('cuts a long file to its first and last lines', async () => {
    const result = await call('read_file', { path: 'numbers.txt' });
    expect(result).toMatchObject({ success: true, metadata: { truncated: true } });
    expect(result.output).toMatch(/^0\n1\n[^]*\n\[truncated\]\n[^]*FAIL: last\n$/);
  });

  it('gives a listing as a structured value', async () => {
    expect(await call('list_files', {})).toMatchObject({
      success: true,
      output: { path: '.', entries: [{ path: 'numbers.txt', type: 'file' }], truncated: false },
    });
  });

  it('names what is outside as a denial', async () => {
    expect(await call('read_file', { path: '../../etc/passwd' })).toMatchObject({
      success: false,
      error: expect.stringContaining('is outside the workspace'),
      metadata: { code: 'permission_denied', retryable: false, executed: true },
    });
  });

  it('keeps 2,000 + 2,000 characters of a command, whatever the limit of the executor', async () => {
    const result = await shell('seq 1 100000; echo FAIL: last');
    expect(result).toMatchObject({ success: true, metadata: { truncated: true, originalSize: 588_906 } });
    const [head, tail] = String(result.output).split('\n[truncated]\n');
    expect([head?.length, tail?.length]).toEqual([2_000, 2_000]);
    expect(tail).toMatch(/\nFAIL: last\n$/);
  });

  it.each([
    ['echo 50% >&2; echo ok', { success: true, output: 'ok', error: null, metadata: { stderr: '50%' } }],
    [`printf '\\033[31mred\\033[0m\\n'`, { success: true, output: 'red' }],
    ['false | true', { success: true, output: '' }],
    ['exit 3', { success: false, error: 'exit code 3', metadata: { exitCode: 3, retryable: false } }],
    ['exit 300', { success: false, metadata: { exitCode: 44 } }],
    [
      `printf 'before\\n'; kill -9 $$`,
      {
        success: false,
        output: null,
        error: expect.stringContaining('SIGKILL'),
        metadata: { exitCode: null, signal: 'SIGKILL', stdout: 'before' },
      },
    ],
    ['cat', { success: true, output: '' }],
  ])('gives the result of %j', async (command, expected) => {
    expect(await shell(command)).toMatchObject(expected);
  });

  it('parses what promises to be JSON, colours and BOM taken off', async () => {
    const result = await shell(`printf '\\357\\273\\277\\033[32m{"a":1}\\033[0m\\n'`, {
      outputFormat: 'json',
    });
    expect(result).toMatchObject({ success: true, output: { a: 1 } });
    const banner = await shell('echo INFO start; echo {}', { outputFormat: 'json' });
    expect(banner).toMatchObject({
      success: true,
      output: 'INFO start\n{}',
      metadata: { parseFailed: true },
    });
  });

  it('fails a command that runs into the time limit it asked for, and keeps what it printed', async () => {
    expect(await shell('echo before; sleep 300', { timeoutMs: 200 })).toMatchObject({
      success: false,
      error: expect.stringContaining('timed out after 200 ms'),
      metadata: { code: 'tool_error', stdout: 'before' },
    });
  });

  it.each([
    ['an empty command', { command: '' }],
    ['a command of 3 MB', { command: ':'.repeat(3_000_000) }],
    ['a time limit of nothing', { command: 'true', timeoutMs: 0 }],
    ['an unknown format', { command: 'true', outputFormat: 'xml' }],
  ])('refuses %s before anything runs', async (_name, args) => {
    expect(await call('run_shell', args)).toMatchObject({
      success: false,
      metadata: { code: 'invalid_arguments', executed: false },
    });
  });
});
