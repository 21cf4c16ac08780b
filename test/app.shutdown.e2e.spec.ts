import { afterEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { makeFolders, RunningApp } from './support/running-app.js';

/** Runs until the file `go` is there. */
const WAIT = { name: 'run_shell', arguments: { command: 'until [ -e go ]; do sleep 0.05; done; echo done' } };

let app: RunningApp;
afterEach(() => app.remove());

/** The answer is wrapped, or it would be awaited along with the start. */
async function startWithCallInFlight(env: Record<string, string> = {}) {
  app = await RunningApp.start(await makeFolders(), {
    ALLOW_TOOLS: 'run_shell',
    TOOL_EXECUTOR_TOKEN: 'a-token-of-the-environment',
    ...env,
  });
  const answer = app.send('POST', '/tool-calls', WAIT);
  await until(async () => (await app.send('GET', '/tool-calls?status=running')).body.length === 1);
  return { answer };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('lets the call in flight finish, takes no other, and ends with 0', async () => {
    const inFlight = await startWithCallInFlight();
    app.signal(signal);
    await until(async () => (await app.send('GET', '/health/ready')).status === 503);
    const late = await app.send('POST', '/tool-calls', {
      name: 'read_file',
      arguments: { path: 'hello.txt' },
    });
    expect([late.status, late.body.statusCode]).toEqual([503, 503]);
    expect((await app.send('POST', '/tool-calls/batch', { calls: [WAIT] })).status).toBe(503);
    expect((await app.send('GET', '/health/live')).status).toBe(200);
    await writeFile(nodePath.join(app.folders.workspaceDir, 'go'), '');
    expect((await inFlight.answer).body).toMatchObject({ success: true, output: 'done' });
    expect((await app.ended).code).toBe(0);
  });
});

describe('SIGTERM with a call that does not end', () => {
  it('stops the call at the limit, answers it, and ends with 0', async () => {
    const inFlight = await startWithCallInFlight({ SHUTDOWN_TIMEOUT_MS: '200' });
    app.signal('SIGTERM');
    expect((await inFlight.answer).body).toMatchObject({ success: false, metadata: { code: 'cancelled' } });
    const { code, stderr } = await app.ended;
    expect(code).toBe(0);
    expect(stderr).not.toContain('a-token-of-the-environment');
  });
});
