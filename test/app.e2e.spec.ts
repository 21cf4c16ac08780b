import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { stat } from 'node:fs/promises';
import nodePath from 'node:path';
import { makeFolders, RunningApp } from './support/running-app.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

let app: RunningApp;
beforeAll(async () => {
  app = await RunningApp.start(await makeFolders(), {
    TOOL_TIMEOUT_MS: '3000',
    DENY_TOOLS: 'list_files',
    BODY_LIMIT_BYTES: '65536',
  });
});
afterAll(() => app.remove());

const call = (name: string, args: unknown, more: object = {}, headers?: Record<string, string>) =>
  app.send('POST', '/tool-calls', { name, arguments: args, ...more }, headers);

/** With a Host header of our own, which fetch doesn't allow. */
function statusWithHeaders(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(app.url + path, { headers: { authorization: `Bearer ${app.token}`, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

describe('the first start', () => {
  it('says where it listens, where the token is, and what to call first', () => {
    const { tokenFile } = { tokenFile: nodePath.join(app.folders.dataDir, 'token') };
    expect(app.said).toContain(`Listening on ${app.url}`);
    expect(app.said).toContain(tokenFile);
    expect(app.said).toContain(app.token);
    expect(app.said).toMatch(/curl .*\/tool-calls/);
    expect(new URL(app.url).hostname).toBe('127.0.0.1');
  });

  it('keeps the token to its owner', async () => {
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(app.folders.dataDir)).toBe('700');
    expect(await modeOf(nodePath.join(app.folders.dataDir, 'token'))).toBe('600');
  });
});

describe('the gate', () => {
  it.each(['/tools', '/tool-calls', '/approvals', '/nothing', '/healthy', '/docsx', '/%64ocs/../tools'])(
    'asks for the token at %s',
    async (path) => {
      for (const authorization of ['', 'Bearer wrong-token-wrong-token', `Basic ${app.token}`]) {
        const { status, headers, body } = await app.send('GET', path, undefined, { authorization });
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
        expect(body).toMatchObject({ statusCode: 401, error: 'Unauthorized' });
      }
    },
  );

  it('asks for the token before it reads the body', async () => {
    expect((await app.send('POST', '/tool-calls', '{', { authorization: '' })).status).toBe(401);
    expect((await app.send('POST', '/tool-calls', 'x'.repeat(70_000), { authorization: '' })).status).toBe(
      401,
    );
  });

  it.each(['/health/live', '/health/ready', '/docs', '/docs/json'])('lets anybody see %s', async (path) => {
    expect((await app.send('GET', path, undefined, { authorization: '' })).status).toBe(200);
  });

  it.each([
    ['127.0.0.1:3000', 200],
    ['localhost', 200],
    ['LOCALHOST:80', 200],
    ['[::1]:3000', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost@evil.example', 403],
  ])('answers the host name %s with %d', async (host, status) => {
    expect(await statusWithHeaders('/tools', { host })).toBe(status);
    expect(await statusWithHeaders('/docs', { host })).toBe(status);
  });

  it.each([
    ['http://localhost:8080', 200],
    ['https://127.0.0.1', 200],
    ['https://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['null', 403],
  ])('answers pages of the origin %s with %d', async (origin, status) => {
    expect((await app.send('GET', '/tools', undefined, { origin })).status).toBe(status);
  });
});

describe('a tool call', () => {
  it('gives the output', async () => {
    const { status, body } = await call('read_file', { path: 'hello.txt' });
    expect([status, body]).toMatchObject([200, { success: true, output: 'hello\n', error: null }]);
  });

  it('of an unknown tool names no such tool', async () => {
    const { status, body } = await call('read_fil', { path: 'hello.txt' });
    expect([status, body.metadata.code]).toEqual([200, 'unknown_tool']);
  });

  it('with a missing argument names it', async () => {
    const { status, body } = await call('read_file', {});
    expect([status, body.metadata.code]).toEqual([200, 'invalid_arguments']);
    expect(body.metadata.issues).toContainEqual(expect.objectContaining({ path: 'path', rule: 'required' }));
  });

  it('that the operator has switched off is denied', async () => {
    const { status, body } = await call('list_files', {});
    expect([status, body.metadata.code, body.metadata.executed]).toEqual([200, 'permission_denied', false]);
  });

  it('runs after a person has approved it, and is stopped at the time limit', async () => {
    const args = { command: 'echo begun; sleep 60' };
    const asked = await call('run_shell', args);
    expect(asked.body.metadata).toMatchObject({ code: 'approval_required', executed: false });
    const { approvalId } = asked.body.metadata;
    expect((await app.send('GET', '/approvals?status=pending')).body).toContainEqual(
      expect.objectContaining({ id: approvalId, tool: 'run_shell', arguments: args }),
    );
    expect((await app.send('POST', `/approvals/${approvalId}/decision`, { approved: true })).status).toBe(
      200,
    );
    const { status, body } = await call('run_shell', args, { approvalId });
    expect([status, body.metadata.code, body.metadata.executed]).toEqual([200, 'timeout', true]);
    expect((await app.send('POST', `/approvals/${approvalId}/decision`, { approved: false })).status).toBe(
      409,
    );
  });

  it('that a person has approved runs once', async () => {
    const args = '{"command":"echo ran >> runs.txt; cat runs.txt"}';
    const { approvalId } = (await call('run_shell', args)).body.metadata;
    await app.send('POST', `/approvals/${approvalId}/decision`, { approved: true });
    const both = await Promise.all([
      call('run_shell', args, { approvalId }),
      call('run_shell', args, { approvalId }),
    ]);
    expect(both.map(({ body }) => body.success).sort()).toEqual([false, true]);
    expect((await call('read_file', { path: 'runs.txt' })).body.output).toBe('ran\n');
  });

  it('that a person has denied does not run, and says why', async () => {
    const args = { command: 'touch denied.txt' };
    const { approvalId } = (await call('run_shell', args)).body.metadata;
    await app.send('POST', `/approvals/${approvalId}/decision`, { approved: false, comment: 'not today' });
    const { body } = await call('run_shell', args, { approvalId });
    expect([body.metadata.code, body.error]).toEqual([
      'approval_invalid',
      expect.stringContaining('not today'),
    ]);
    expect((await call('read_file', { path: 'denied.txt' })).body.success).toBe(false);
  });

  it('stands in the record, whether it ran or not', async () => {
    const { body } = await app.send('GET', '/tool-calls?limit=200');
    const codes = body.map(
      (record: { result: { metadata: { code?: string } } }) => record.result.metadata.code ?? 'success',
    );
    expect(codes).toEqual(
      expect.arrayContaining(['success', 'unknown_tool', 'permission_denied', 'approval_invalid', 'timeout']),
    );
  });
});

describe('the door', () => {
  it('refuses what is not a call with 400, naming the field', async () => {
    expect((await app.send('POST', '/tool-calls', '{')).status).toBe(400);
    const { status, body } = await app.send('POST', '/tool-calls', { tool: 'read_file' });
    expect(status).toBe(400);
    expect(body.message).toEqual([expect.stringContaining('"tool"'), 'name is missing']);
  });

  it('answers what is not there with 404', async () => {
    for (const path of ['/nothing', '/tools/nothing', '/tool-calls/nothing']) {
      expect((await app.send('GET', path)).status).toBe(404);
    }
  });

  it('refuses a body over the limit with 413', async () => {
    expect((await call('read_file', { path: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('sends no CORS header', async () => {
    const { headers } = await app.send('OPTIONS', '/tools', undefined, { origin: 'http://localhost:8080' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('describes itself', async () => {
    const { body } = await app.send('GET', '/docs/json');
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/tool-calls', '/approvals/{id}/decision']),
    );
    expect(body.components.schemas.ToolResult).toBeDefined();
  });
});

describe('the log', () => {
  it('has the trace id on every line of a request, once', async () => {
    const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
    const { body } = await call('read_file', { path: 'hello.txt' }, {}, { traceparent });
    expect(body.metadata.traceId).toBe(TRACE_ID);
    await app.untilLogged(({ traceId, msg }) => traceId === TRACE_ID && msg === 'request completed');
    const lines = app.log.filter(({ traceId }) => traceId === TRACE_ID);
    expect(lines.map(({ msg }) => msg)).toEqual(['tool call succeeded', 'request completed']);
  });

  it('holds neither the token nor arguments', async () => {
    const { body } = await call('read_file', { path: 'argument-that-must-not-be-logged' });
    const id: string = body.metadata.traceId;
    await app.untilLogged(({ traceId, msg }) => traceId === id && msg === 'request completed');
    const text = JSON.stringify(app.log);
    expect(text).not.toContain(app.token);
    expect(text).not.toContain('argument-that-must-not-be-logged');
  });
});
