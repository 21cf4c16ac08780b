import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { ContextIdFactory, NestFactory, type ContextIdStrategy } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DeskModule, NightlyReport, OneTreePerTenant, Sessions } from './support/identity-example.js';

const REQUESTS = 50;
const TENANTS = 10;
const tenantOf = (at: number): string => `tenant-${at % TENANTS}`;

describe.each(['express', 'fastify'] as const)('who a call is for, on %s', (platform) => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    ContextIdFactory.apply(new OneTreePerTenant());
    const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    app = await NestFactory.create(DeskModule, adapter as ExpressAdapter, {
      logger: false,
      abortOnError: false,
    });
    const sessions = app.get(Sessions);
    for (let at = 0; at < REQUESTS; at++) {
      sessions.start(`s${at}`, { id: `u${at}`, tenant: tenantOf(at), scopes: [] });
    }
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    ContextIdFactory.apply(undefined as unknown as ContextIdStrategy);
    await app.close();
  });

  const send = async (at: number, path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-session': `s${at}`,
        'x-conversation': `c${at}`,
        'accept-language': `l${at}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const everyWay = (at: number) => ({
    byContext: tenantOf(at),
    byRequest: tenantOf(at),
    byDatabase: tenantOf(at),
    byAmbient: tenantOf(at),
    locale: `l${at}`,
    conversationId: `c${at}`,
  });

  it('is told alike by context, request-scoped and durable providers and AsyncLocalStorage, fifty requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, at) => send(at, '/tool-calls', { name: 'who_am_i' })),
    );
    expect(answers.map(({ body }) => body.output)).toEqual(answers.map((_, at) => everyWay(at)));
  });

  it('is told alike in every call of every batch, when batches mix', async () => {
    const calls = Array.from({ length: 5 }, () => ({ name: 'who_am_i' }));
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, at) => send(at, '/tool-calls/batch', { calls })),
    );
    answers.forEach(({ body }, at) => {
      expect(body.map(({ output }: { output: unknown }) => output)).toEqual(calls.map(() => everyWay(at)));
    });
  });

  it('comes from the guard: without a session nothing is called', async () => {
    expect((await send(REQUESTS, '/tool-calls', { name: 'who_am_i' })).status).toBe(401);
  });

  it('is what the caller says where there is no request', async () => {
    const report = app.get(NightlyReport);
    const results = await Promise.all([0, 1, 2].map((at) => report.run(tenantOf(at))));
    expect(results.map(({ output }) => output)).toEqual(
      [0, 1, 2].map((at) => ({
        byContext: tenantOf(at),
        byRequest: tenantOf(at),
        byDatabase: tenantOf(at),
        byAmbient: tenantOf(at),
        locale: 'en',
      })),
    );
  });
});
