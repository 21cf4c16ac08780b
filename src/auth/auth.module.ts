import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { STATUS_CODES } from 'node:http';
import { AccessGate } from './access-gate.js';
import { AccessToken } from './access-token.js';

/** Puts the gate before every route. */
@Module({ providers: [AccessToken, AccessGate], exports: [AccessToken] })
export class AuthModule implements NestModule {
  constructor(
    private readonly gate: AccessGate,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /**
   * A hook of Fastify rather than a guard of Nest: it runs before the body is read, and for routes
   * that don't exist. Here, because routes are registered after this, and hooks see later routes only.
   */
  configure(): void {
    const { httpAdapter } = this.adapterHost;
    if (httpAdapter.getType() !== 'fastify')
      throw new Error('AuthModule protects Fastify only; create the application with it');
    const server = httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', async ({ headers, routeOptions }, reply) => {
      const { host, origin, authorization } = headers;
      const refusal = this.gate.check({ host, origin, authorization, route: routeOptions.url });
      if (refusal === undefined) return undefined;
      const { statusCode, message, challenge } = refusal;
      if (challenge !== undefined) reply.header('WWW-Authenticate', challenge);
      return reply.code(statusCode).send({ statusCode, error: STATUS_CODES[statusCode], message });
    });
  }
}
