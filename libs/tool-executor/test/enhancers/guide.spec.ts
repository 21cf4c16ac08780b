import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionContext, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { toolContextOf, ToolExecutorService } from 'nestjs-tool-executor';
import { AppModule, RolesGuard } from './guide-example.js';
import { AuthGuard } from './passport-style.js';

const REFUND = { name: 'refund', arguments: { order: 'A-17', cents: 500 } };
const LIST = { name: 'list_refunds', arguments: {} };
const as = (user: string) => ({ request: { headers: { authorization: `Bearer ${user}` } } });

describe('the guide about guards and interceptors', () => {
  let app: INestApplicationContext;
  let executor: ToolExecutorService;
  beforeAll(async () => {
    app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    executor = app.get(ToolExecutorService);
  });
  afterAll(() => app.close());

  it('shows the code that runs here', () => {
    const guide = readFileSync('docs/guides/guards-and-interceptors.md', 'utf8');
    const example = readFileSync('libs/tool-executor/test/enhancers/guide-example.ts', 'utf8')
      .replace('./passport-style.js', '@nestjs/passport')
      .trim();
    expect(guide).toContain(`\`\`\`ts\n${example}\n\`\`\``);
  });

  it('lets an AuthGuard of passport and a guard by Reflector run as they are', async () => {
    expect(await executor.execute(REFUND, as('ada'))).toMatchObject({ output: { order: 'A-17' } });
    expect(await executor.execute(LIST, as('bob'))).toMatchObject({ output: [] });
    const results = await Promise.all([
      executor.execute(REFUND, as('bob')),
      executor.execute(REFUND, as('mallory')),
      executor.execute(LIST, { request: { headers: {} } }),
      executor.execute(LIST),
    ]);
    expect(results.map(({ error }) => error)).toEqual([
      'permission denied: RolesGuard refused the call',
      'permission denied: Unauthorized',
      'permission denied: Unauthorized',
      'permission denied: a guard of the tool failed',
    ]);
    expect(results.map(({ metadata }) => metadata.executed)).toEqual([false, false, false, false]);
  });

  it('shows guards that are the same for HTTP', () => {
    const http = {
      getType: () => 'http',
      getHandler: () => RolesGuard,
      getClass: () => RolesGuard,
      switchToHttp: () => ({ getRequest: () => ({ user: { roles: [] } }) }),
    } as unknown as ExecutionContext;
    expect(toolContextOf(http)).toBeUndefined();
    expect(app.get(RolesGuard, { strict: false }).canActivate(http)).toBe(true);
    expect(typeof AuthGuard('jwt').prototype.canActivate).toBe('function');
  });
});
