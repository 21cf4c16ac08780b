import { afterEach, describe, expect, it } from '@jest/globals';
import { ClassSerializerInterceptor, ValidationPipe, type INestApplication } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { ToolExecutorService, ToolJournal, type JournalScope } from 'nestjs-tool-executor';
import { BearerGuard, ProblemFilter, RequestLimitGuard, WrapResponse } from './support/house-rules.js';
import { closeDoors, openDoor, PLATFORMS } from './support/platforms.js';

const CALL = { name: 'echo', arguments: { text: 'hi' } };
const principal = ({ user }: { user?: { id: string } }) => user;

describe.each(PLATFORMS)('the REST door on %s, in an application that has', (platform) => {
  afterEach(closeDoors);

  describe('a response-wrapping interceptor', () => {
    it('is wrapped like every other answer', async () => {
      const door = await openDoor(
        platform,
        {},
        { providers: [{ provide: APP_INTERCEPTOR, useClass: WrapResponse }] },
      );
      const meta = { api: 'house' };
      expect(await door.send('POST', '/tool-calls', CALL)).toMatchObject({
        status: 200,
        body: { data: { success: true, output: { text: 'hi' } }, meta },
      });
      const batch = await door.send('POST', '/tool-calls/batch', { calls: [CALL, { name: 'nothing' }] });
      expect(batch.body).toMatchObject({ data: [{ success: true }, { success: false }], meta });
      expect((await door.send('GET', '/tools/echo')).body).toMatchObject({ data: { name: 'echo' }, meta });
    });
  });

  describe('a ClassSerializerInterceptor', () => {
    it('answers what it answers without it', async () => {
      const setUp = (app: INestApplication): void =>
        void app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
      const plain = await openDoor(platform);
      const door = await openDoor(platform, {}, { setUp });
      expect((await door.send('GET', '/tools')).body).toEqual((await plain.send('GET', '/tools')).body);
      const wrong = { name: 'echo', arguments: { nr: [1, { deep: null }] } };
      const [{ body }, { body: expected }] = [
        await door.send('POST', '/tool-calls', wrong),
        await plain.send('POST', '/tool-calls', wrong),
      ];
      expect(body.metadata.issues).toEqual(expected.metadata.issues);
      expect(body).toMatchObject({ success: false, output: null, error: expected.error });
    });
  });

  describe('a global exception filter', () => {
    it('leaves the errors of the door to it, and failed tools alone', async () => {
      const filter = new ProblemFilter();
      const door = await openDoor(platform, {}, { providers: [{ provide: APP_FILTER, useValue: filter }] });
      expect(await door.send('POST', '/tool-calls', { name: 5 })).toMatchObject({
        status: 400,
        body: { problem: { message: ['name must be text'] } },
      });
      expect((await door.send('GET', '/tools/nothing')).body).toMatchObject({ problem: { statusCode: 404 } });
      expect((await door.send('POST', '/tool-calls', '{')).body).toHaveProperty('problem');
      expect((await door.send('POST', '/tool-calls', { name: 'nothing' })).body).toMatchObject({
        success: false,
      });
      await door.app.get(ToolExecutorService).drain(0);
      expect((await door.send('POST', '/tool-calls', CALL)).status).toBe(503);
      expect(filter.seen).toEqual([400, 404, 400, 503]);
    });
  });

  describe('a global ValidationPipe', () => {
    it.each([
      ['that strips', { whitelist: true, transform: true }],
      [
        'that refuses and converts',
        {
          whitelist: true,
          forbidNonWhitelisted: true,
          transform: true,
          transformOptions: { enableImplicitConversion: true },
        },
      ],
      ['that refuses values it does not know', { forbidUnknownValues: true, whitelist: true }],
    ])('%s: arguments, batches, decisions and queries arrive as they were sent', async (_, options) => {
      const pipe = { provide: APP_PIPE, useValue: new ValidationPipe(options) };
      const door = await openDoor(platform, {}, { providers: [pipe] });
      const times = { name: 'echo', arguments: { text: '5', times: '5' }, id: '1' };
      const output = { text: '5', times: 5 };
      expect((await door.send('POST', '/tool-calls', times)).body).toMatchObject({
        output,
        metadata: { coerced: ['times'], toolCallId: '1' },
      });
      const batch = await door.send('POST', '/tool-calls/batch', { calls: [times] });
      expect(batch.body).toMatchObject([{ output }]);
      const asked = await door.send('POST', '/tool-calls', { name: 'erase', arguments: { text: 'all' } });
      const decided = await door.send(
        'POST',
        `/approvals/${asked.body.metadata.approvalId}/decision`,
        { approved: true, comment: 'once' },
        { 'x-principal': 'grace' },
      );
      expect(decided).toMatchObject({ status: 200, body: { status: 'approved', comment: 'once' } });
      expect((await door.send('GET', '/tool-calls?limit=1&tool=echo')).body).toHaveLength(1);
    });
  });

  describe('an APP_GUARD', () => {
    const guarded = { providers: [{ provide: APP_GUARD, useClass: BearerGuard }] };

    it('is behind it: what it refuses is its answer, and no call begins', async () => {
      const door = await openDoor(platform, {}, guarded);
      for (const path of ['/tool-calls', '/tool-calls/batch', '/approvals/x/decision']) {
        expect(await door.send('POST', path, CALL)).toMatchObject({
          status: 401,
          body: { message: 'who are you?' },
        });
      }
      const { body } = await door.send('GET', '/tool-calls', undefined, { authorization: 'Bearer x' });
      expect(body).toEqual([]);
    });

    it('takes the principal from what the guard found out', async () => {
      const door = await openDoor(platform, { principal }, guarded);
      const ada = { authorization: 'Bearer ada' };
      await door.send('POST', '/tool-calls', CALL, ada);
      const { body } = await door.send('GET', '/tool-calls', undefined, ada);
      expect(body).toMatchObject([{ principalId: 'ada', tool: 'echo' }]);
    });
  });

  describe('a limit on requests', () => {
    it('answers 429 beyond it, and nothing runs', async () => {
      const limited = { path: 'llm', guards: [new RequestLimitGuard(2)] };
      const door = await openDoor(platform, limited);
      const statuses = [];
      for (let i = 0; i < 4; i++) statuses.push((await door.send('POST', '/llm/tool-calls', CALL)).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
      const records = await door.app.get(ToolJournal).list({ principalId: 'ada' } as JournalScope);
      expect(records).toHaveLength(2);
    });
  });

  describe('a limit on bodies', () => {
    it('answers 413 beyond it', async () => {
      const door = await openDoor(platform);
      // 100 KiB is the limit of Express, and 1 MiB that of Fastify.
      const large = { name: 'echo', arguments: { text: 'x'.repeat(1_100_000) } };
      expect((await door.send('POST', '/tool-calls', large)).status).toBe(413);
    });

    it('takes what is within it, and leaves the judgement to the executor', async () => {
      const door = await openDoor(platform);
      const body = { name: 'echo', arguments: { text: 'x'.repeat(50_000) } };
      expect((await door.send('POST', '/tool-calls', body)).body).toMatchObject({ success: true });
    });
  });

  describe('security headers', () => {
    it('has them on every answer, refusals included', async () => {
      // As helmet does: a middleware that sets headers.
      const headers = (
        _: unknown,
        response: { setHeader(name: string, value: string): void },
        next: () => void,
      ) => {
        response.setHeader('x-content-type-options', 'nosniff');
        response.setHeader('content-security-policy', "default-src 'none'");
        next();
      };
      const door = await openDoor(platform, {}, { setUp: (app) => void app.use(headers) });
      for (const path of ['/tools', '/tools/nothing']) {
        const answer = await fetch(door.url + path);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
      }
    });
  });

  describe('CORS', () => {
    const origin = 'https://desk.example';
    const setUp = (app: INestApplication): void => app.enableCors({ origin, credentials: true });

    it('lets the browser of its origin ask first, before any guard', async () => {
      const providers = [{ provide: APP_GUARD, useClass: BearerGuard }];
      const door = await openDoor(platform, {}, { setUp, providers });
      const answer = await fetch(`${door.url}/tool-calls`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    });

    it('marks answers and refusals for that origin', async () => {
      const door = await openDoor(platform, {}, { setUp });
      for (const path of ['/tools', '/tools/nothing']) {
        const answer = await fetch(door.url + path, { headers: { origin } });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      }
    });
  });
});
