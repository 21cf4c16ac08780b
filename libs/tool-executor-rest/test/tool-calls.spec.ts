import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ValidationPipe } from '@nestjs/common';
import { ToolExecutorService, type JournalRecord, type ToolFailure } from 'nestjs-tool-executor';
import { closeDoors, openDoor, PLATFORMS, WaitTool, type Door } from './support/platforms.js';

const STRICT_PIPE = new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true });

describe.each(PLATFORMS)('POST /tool-calls on %s, with a strict global ValidationPipe', (platform) => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor(
      platform,
      { limits: { maxBatchCalls: 3 } },
      { setUp: (app) => app.useGlobalPipes(STRICT_PIPE) },
    );
  });
  afterAll(closeDoors);

  it.each([
    ['an object', { text: 'hi', times: 2 }],
    ['JSON text', '{"text":"hi","times":2}'],
  ])('hands the arguments to the executor as %s', async (_, args) => {
    const { status, body } = await door.send('POST', '/tool-calls', {
      name: 'echo',
      arguments: args,
      id: 'call_1',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      output: { text: 'hi', times: 2 },
      error: null,
      metadata: { toolCallId: 'call_1' },
    });
  });

  it('lets the executor judge arguments that are wrong, unknown or hostile', async () => {
    const calls = [
      { name: 'echo', arguments: { text: 'hi', more: 1 } },
      { name: 'echo', arguments: 'not json' },
      { name: 'nothing', arguments: null },
    ];
    const { status, body } = await door.send('POST', '/tool-calls/batch', { calls });
    expect(status).toBe(200);
    expect(body.map((result: ToolFailure) => result.metadata.code)).toEqual([
      'invalid_arguments',
      'invalid_arguments',
      'unknown_tool',
    ]);
  });

  it('answers a failed tool with 200 and success: false', async () => {
    const { status, body } = await door.send('POST', '/tool-calls', { name: 'echo' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      output: null,
      metadata: { code: 'invalid_arguments', executed: false },
    });
  });

  it.each([
    ['no body', '', /./],
    ['text that is not JSON', '{', /./],
    ['an array', [], /JSON object/],
    ['a missing name', { arguments: {} }, /^name is missing$/],
    ['a name that is no text', { name: 5 }, /^name must be text$/],
    ['an id that is no text', { name: 'echo', id: 5 }, /^id must be text$/],
    ['an empty idempotency key', { name: 'echo', idempotencyKey: '' }, /^idempotencyKey must have/],
    [
      'an idempotency key that is too long',
      { name: 'echo', idempotencyKey: 'k'.repeat(256) },
      /^idempotencyKey/,
    ],
    ['an approval that is no text', { name: 'echo', approvalId: {} }, /^approvalId must be text$/],
    ['an unknown field', { name: 'echo', argument: {} }, /^"argument" is not a field/],
  ])('refuses %s with 400, naming the field', async (_, sent, message) => {
    const { status, body } = await door.send('POST', '/tool-calls', sent);
    expect(status).toBe(400);
    expect([body.message].flat()).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });

  it('refuses a batch as a whole, naming position and field', async () => {
    const calls = [
      { name: 'echo', arguments: { text: 'hi' } },
      { name: 7, extra: 1 },
    ];
    const { status, body } = await door.send('POST', '/tool-calls/batch', { calls });
    expect(status).toBe(400);
    expect(body.message).toEqual([
      expect.stringMatching(/^calls\[1\]\."extra"/),
      'calls[1].name must be text',
    ]);
  });

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 4 }, () => ({ name: 'echo' }))],
    ['no list', {}],
  ])('refuses a batch of %s', async (_, calls) => {
    const { status, body } = await door.send('POST', '/tool-calls/batch', { calls });
    expect(status).toBe(400);
    expect(body.message).toEqual(['calls must be a list of 1 to 3 calls']);
  });

  it('runs a call once for one idempotency key', async () => {
    const call = { name: 'echo', arguments: { text: 'once' }, idempotencyKey: `key-${platform}` };
    const [first, second] = [
      await door.send('POST', '/tool-calls', call),
      await door.send('POST', '/tool-calls', call),
    ];
    expect(second.body.output).toEqual(first.body.output);
    expect([first.body.metadata.replayed, second.body.metadata.replayed]).toEqual([undefined, true]);
  });

  it('carries the trace id of a traceparent header', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const call = { name: 'echo', arguments: { text: 'hi' } };
    const { body } = await door.send('POST', '/tool-calls', call, { traceparent });
    expect(body.metadata.traceId).toBe(traceId);
  });

  it('stops a call whose client has gone', async () => {
    const leaving = new AbortController();
    const answer = fetch(`${door.url}/tool-calls`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'wait' }),
      signal: leaving.signal,
    });
    const tool = door.app.get(WaitTool);
    await tool.started.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    expect(await tool.stopped.promise).toBe('cancelled');
  });

  it('shows the recorded calls of the principal, refused ones too', async () => {
    const headers = { 'x-principal': 'grace' };
    await door.send('POST', '/tool-calls', { name: 'echo', arguments: { text: 'a' } }, headers);
    await door.send('POST', '/tool-calls', { name: 'nowhere' }, headers);
    const { body } = await door.send('GET', '/tool-calls', undefined, headers);
    expect(body.map((record: JournalRecord) => [record.tool, record.status])).toEqual([
      ['nowhere', 'refused'],
      ['echo', 'succeeded'],
    ]);
    const older = await door.send(
      'GET',
      `/tool-calls?before=${body[0].callId}&status=succeeded&tool=echo&limit=1`,
      undefined,
      headers,
    );
    expect(older.body).toEqual([body[1]]);
    expect((await door.send('GET', `/tool-calls/${body[1].callId}`, undefined, headers)).body).toEqual(
      body[1],
    );
  });

  it("answers somebody else's call like one that doesn't exist", async () => {
    const { body } = await door.send('POST', '/tool-calls', { name: 'echo', arguments: { text: 'a' } });
    const { callId } = body.metadata;
    for (const principal of ['eve', 'ada/acme']) {
      const { status } = await door.send('GET', `/tool-calls/${callId}`, undefined, {
        'x-principal': principal,
      });
      expect(status).toBe(404);
    }
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'status=done', 'page=2', 'tool=a&tool=b'])(
    'refuses the query %s with 400',
    async (query) => {
      expect((await door.send('GET', `/tool-calls?${query}`)).status).toBe(400);
    },
  );
});

describe.each(PLATFORMS)('POST /tool-calls on %s while the application shuts down', (platform) => {
  afterEach(closeDoors);

  it.each([
    ['/tool-calls', { name: 'echo' }],
    ['/tool-calls/batch', { calls: [{ name: 'echo' }] }],
  ])('answers %s with 503', async (path, body) => {
    const door = await openDoor(platform);
    await door.app.get(ToolExecutorService).drain(0);
    expect((await door.send('POST', path, body)).status).toBe(503);
  });
});
