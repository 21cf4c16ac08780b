import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'console-'));
const DATA_DIR = join(folder, 'data');

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function environment(more: Record<string, string> = {}): Record<string, string | undefined> {
  const { TOOL_EXECUTOR_TOKEN: _, ...env } = process.env;
  return { ...env, DATA_DIR, WORKSPACE_DIR: './workspace', TOKEN_PRINCIPAL: 'operator', ...more };
}

function runConsole(argv: readonly string[], more?: Record<string, string>, input?: string): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/console/main.js', ...argv], { env: environment(more) });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)));
  if (input !== undefined) child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, ...texts }));
  });
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line of the application', () => {
  it('prints the output of a tool alone', async () => {
    const { exitCode, stdout, stderr } = await runConsole(['call', 'read_file', '{"path":"README.md"}']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.trim()).toBe(readFileSync('workspace/README.md', 'utf8').trim());
  });

  it('gives the result of a wrong call as JSON, and fails', async () => {
    const { exitCode, stdout, stderr } = await runConsole(['call', 'read_file', '{"path":', '--json']);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, metadata: { code: 'invalid_arguments' } });
  });

  it('does not run what needs a person without one', async () => {
    const mark = join(folder, 'mark');
    const args = JSON.stringify({ command: `touch '${mark}'` });
    const { exitCode, stdout, stderr } = await runConsole(['call', 'run_shell', args], {}, 'y\n');
    expect([exitCode, stdout, existsSync(mark)]).toEqual([1, '', false]);
    expect(stderr).toContain('approval_required');
  });

  it('runs it with --yes, with arguments from stdin', async () => {
    const argv = ['call', 'run_shell', '-', '--yes'];
    const { exitCode, stdout } = await runConsole(argv, {}, '{"command":"echo one; echo two >&2"}');
    expect([exitCode, stdout]).toEqual([0, 'one\n']);
  });

  it('lists the tools', async () => {
    const { stdout } = await runConsole(['tools', '--json']);
    expect(JSON.parse(stdout).map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['list_files', 'read_file', 'run_shell', 'web_search']),
    );
  });

  it('searches the workspace where no instance of SearXNG is named', async () => {
    const { stdout } = await runConsole(['call', 'web_search', '{"query":"orders desk"}']);
    const { provider, results } = JSON.parse(stdout) as { provider: string; results: { url: string }[] };
    expect([provider, results.map(({ url }) => url)]).toEqual([
      'local',
      expect.arrayContaining([expect.stringMatching(/^workspace:README\.md#L\d+$/)]),
    ]);
  });

  it('finds nothing worse than hints about its own tools', async () => {
    const { exitCode, stdout } = await runConsole(['doctor', '--strict']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Findings: 0 errors, 0 warnings')]);
  });

  it('names what is wrong with the configuration, and still helps', async () => {
    const wrong = { PORT: 'x' };
    const { exitCode, stdout, stderr } = await runConsole(['tools'], wrong);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .*PORT.*\n$/);
    expect(await runConsole(['call', '--help'], wrong)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`npm run -s call -- read_file '{"path":"README.md"}'`),
    });
  });

  it('leaves no data behind', () => {
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('approvals of the running application', () => {
  let app: ChildProcess;
  let port: number;
  const approvals = (...argv: string[]): Promise<Ended> =>
    runConsole(['approvals', ...argv], { PORT: String(port) });
  const call = async (
    body: object,
  ): Promise<{ output: unknown; metadata: { code?: string; approvalId: string } }> => {
    const token = readFileSync(join(DATA_DIR, 'token'), 'utf8').trim();
    const response = await fetch(`http://127.0.0.1:${port}/tool-calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'run_shell', arguments: { command: 'echo ran' }, ...body }),
    });
    return response.json() as never;
  };

  beforeAll(async () => {
    port = await freePort();
    app = spawn(process.execPath, ['dist/main.js'], {
      env: environment({ HOST: '127.0.0.1', PORT: String(port) }),
    });
    await new Promise<void>((resolve, reject) => {
      let said = '';
      app.stderr!.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes('Listening on')) resolve();
      });
      app.once('exit', () => reject(new Error(`the application did not start: ${said}`)));
    });
  });

  afterAll(async () => {
    if (app.exitCode !== null) return;
    const ended = new Promise((resolve) => app.once('exit', resolve));
    app.kill('SIGTERM');
    await ended;
  });

  it('are listed, approved and denied with the address and the token of the configuration', async () => {
    const { metadata: first } = await call({});
    const { metadata: second } = await call({});
    expect([first.code, second.code]).toEqual(['approval_required', 'approval_required']);

    const listed = await approvals();
    expect([listed.exitCode, listed.stdout]).toEqual([
      0,
      expect.stringContaining('run_shell {"command":"echo ran"}'),
    ]);
    expect(listed.stdout).toContain(first.approvalId);
    expect(listed.stdout).toContain(second.approvalId);

    expect(await approvals('approve', first.approvalId)).toMatchObject({ exitCode: 0 });
    expect(await approvals('deny', second.approvalId, '--comment', 'not now')).toMatchObject({ exitCode: 0 });
    expect(await call({ approvalId: first.approvalId })).toMatchObject({ success: true });
    expect(await call({ approvalId: second.approvalId })).toMatchObject({
      error: expect.stringContaining('not now'),
    });

    const late = await approvals('deny', first.approvalId);
    expect([late.exitCode, late.stdout]).toEqual([1, '']);
    expect(late.stderr).toContain('settled already: redeemed');
    expect((await approvals('approve', 'no-such-approval')).stderr).toContain(
      'there is no approval no-such-approval',
    );
    expect(JSON.parse((await approvals('--json')).stdout)).toEqual([]);
  });

  it('need the token', async () => {
    const url = `http://127.0.0.1:${port}`;
    const { exitCode, stderr } = await approvals('--url', url);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--token-file');
    expect(await approvals('--url', url, '--token-file', join(DATA_DIR, 'token'))).toMatchObject({
      exitCode: 0,
    });
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
