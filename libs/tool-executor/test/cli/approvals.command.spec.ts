import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { run } from './support/run.js';

const APPROVAL = {
  id: 'a1',
  status: 'pending',
  tool: 'wipe',
  reason: 'wipe may change or destroy things',
  display: 'wipe {"all":"\u001b[2J"}',
  requestedBy: 'alice',
  createdAt: Date.UTC(2030, 0, 1),
  expiresAt: Date.UTC(2030, 0, 1, 0, 15),
};

interface Seen {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly authorization?: string | undefined;
  readonly body: string;
}

let server: Server;
let url: string;
let seen: Seen[];
let answer: { status: number; body: unknown };

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      seen.push({
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
});

afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

describe('approvals, in a running application', () => {
  it('lists what waits, with what steers a terminal made visible', async () => {
    answer = { status: 200, body: [APPROVAL] };
    const { exitCode, stdout, stderr } = await run(['approvals', '--url', url]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      'a1\n  wipe {"all":"\\u{1b}[2J"}\n  wipe may change or destroy things\n' +
        '  by alice, 2030-01-01T00:00:00.000Z; expires 2030-01-01T00:15:00.000Z\n',
    );
    expect(stderr).toContain('nestjs-tool-executor approvals approve ID');
    expect(seen).toEqual([
      { method: 'GET', url: '/api/approvals?status=pending&limit=200', authorization: undefined, body: '' },
    ]);
  });

  it('says on stderr that nothing waits', async () => {
    answer = { status: 200, body: [] };
    expect(await run(['approvals', 'list', '--url', url])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Nothing waits for a decision.\n',
    });
  });

  it('gives the list as JSON alone', async () => {
    answer = { status: 200, body: [APPROVAL] };
    const { stdout, stderr } = await run(['approvals', '--url', url, '--json']);
    expect([JSON.parse(stdout), stderr]).toEqual([[APPROVAL], '']);
  });

  it.each([
    ['approve', true, 'approved'],
    ['deny', false, 'denied'],
  ])('%s sends the decision with comment and token', async (action, approved, status) => {
    answer = { status: 200, body: { ...APPROVAL, status } };
    const argv = ['approvals', action, 'a1/../x', '--url', url, '--comment', 'as said'];
    const { exitCode, stdout } = await run(argv, { env: { TOOL_EXECUTOR_TOKEN: 'from-env' } });
    expect([exitCode, stdout]).toEqual([0, `${status}: wipe {"all":"\\u{1b}[2J"}\n`]);
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/api/approvals/a1%2F..%2Fx/decision',
        authorization: 'Bearer from-env',
        body: JSON.stringify({ approved, comment: 'as said' }),
      },
    ]);
  });

  it.each([
    [401, {}, 'wants a token'],
    [
      403,
      { message: 'whoever made the call may not \u001bapprove it' },
      'HTTP 403: whoever made the call may not \\u{1b}approve it',
    ],
    [404, {}, 'there is no approval a1'],
    [
      409,
      { message: 'settled', approval: { ...APPROVAL, status: 'expired' } },
      'it is settled already: expired',
    ],
    [409, {}, 'it is settled already'],
    [500, null, 'HTTP 500'],
    [302, {}, 'HTTP 302'],
  ])('fails for HTTP %i, saying what it means', async (status, body, problem) => {
    answer = { status, body };
    const { exitCode, stdout, stderr } = await run(['approvals', 'approve', 'a1', '--url', url]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(problem);
  });

  it('says which address does not answer', async () => {
    const { exitCode, stderr } = await run(['approvals', '--url', 'http://127.0.0.1:1']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('no application answers at http://127.0.0.1:1');
  });

  describe('the token', () => {
    const tokenFile = join(mkdtempSync(join(tmpdir(), 'cli-')), 'token');
    writeFileSync(tokenFile, 'from-file\n');
    const env = { TOOL_EXECUTOR_TOKEN: 'from-env' };
    const authorization = async (
      argv: string[],
      setting: Parameters<typeof run>[1],
    ): Promise<string | undefined> => {
      answer = { status: 200, body: [] };
      await run(['approvals', ...argv], setting);
      return seen[0]?.authorization;
    };

    it('comes from --token-file before the environment', async () => {
      expect(await authorization(['--url', url, '--token-file', tokenFile], { env })).toBe(
        'Bearer from-file',
      );
    });

    it("comes from the application's own file where nothing else is given", async () => {
      expect(await authorization([], { defaults: { door: () => ({ url, tokenFile }) } })).toBe(
        'Bearer from-file',
      );
    });

    it("of the application's own file goes to no other address", async () => {
      const door = () => ({ url: 'http://127.0.0.1:1', tokenFile });
      expect(await authorization(['--url', url], { defaults: { door } })).toBeUndefined();
      expect(seen).toHaveLength(1);
    });
  });
});
