import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders, RunningApp } from './support/running-app.js';

let app: RunningApp;
afterEach(() => app.remove());

describe('a start that cannot work', () => {
  it('names every wrong variable at once, without a stack trace, and ends with 1', async () => {
    app = RunningApp.launch(await makeFolders(), {
      PORT: '80000',
      TOOL_EXECUTOR_TOKEN: 'short',
      SHELL_ISOLATION: 'sandbox',
      LOG_LEVEL: 'loud',
    });
    const { code, stdout, stderr } = await app.ended;
    expect([code, stdout]).toEqual([1, '']);
    const [title, ...problems] = stderr.trimEnd().split('\n');
    expect(title).toBe('wrong configuration:');
    expect(problems.map((line) => line.trim().split(' ')[1]).sort()).toEqual([
      'LOG_LEVEL',
      'PORT',
      'SHELL_ISOLATION',
      'TOOL_EXECUTOR_TOKEN',
    ]);
  });

  it('names a tool that is allowed and does not exist', async () => {
    const folders = await makeFolders();
    app = RunningApp.launch(folders, { ALLOW_TOOLS: 'run_shel' });
    expect(await app.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^wrong configuration: ALLOW_TOOLS names "run_shel", .*run_shell, web_search\n$/,
      ),
    });
    expect(existsSync(folders.dataDir)).toBe(false);
  });

  it('says in one line that .env cannot be read', async () => {
    const folders = await makeFolders();
    await mkdir(join(folders.root, '.env'));
    app = RunningApp.launch(folders);
    const { code, stderr } = await app.ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^wrong configuration: \.env is there and can't be read \(\w+\): mend or remove it\n$/,
      ),
    ]);
  });

  it('says in one line that the port is in use, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    app = RunningApp.launch(await makeFolders(), { PORT: String(port) });
    const { code, stderr } = await app.ended;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(`127.0.0.1:${port} is in use: stop what listens there, or set PORT to another one\n`);
  });
});
