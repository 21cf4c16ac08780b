import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Inject,
  Injectable,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CanActivate,
  type ExceptionFilter,
  type NestInterceptor,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, REQUEST, type ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { tap } from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { globalEnhancers } from '../../src/enhancers/global-enhancers.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import { defineTool } from '../../src/tool/defined-tool.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { openRoot } from '../apps/boot-module.js';
import { EnhancedApps } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

const PING = { name: 'ping', arguments: {} };
const asked: string[] = [];
afterEach(() => void asked.splice(0));

const guard = (name: string, answer = true): CanActivate => ({
  canActivate: () => asked.push(name) > 0 && answer,
});
const interceptor = (name: string): NestInterceptor => ({
  intercept: (_, next) => {
    asked.push(name);
    return next.handle().pipe(tap({ error: () => asked.push(`${name} failed`) }));
  },
});
const filter = (name: string): ExceptionFilter => ({
  catch: (exception) => {
    asked.push(name);
    throw exception;
  },
});

const GLOBALS: Provider[] = [
  { provide: APP_GUARD, useValue: guard('global guard') },
  { provide: APP_INTERCEPTOR, useValue: interceptor('global interceptor') },
  { provide: APP_FILTER, useValue: filter('global filter') },
];

@UseGuards(guard('guard'))
@UseInterceptors(interceptor('interceptor'))
class Pinger {
  @Tool({ description: 'Answers' })
  ping(): string {
    asked.push('tool');
    return 'pong';
  }

  @Tool({ description: 'Fails' })
  @UseFilters({ catch: (): never => { throw new Error('own filter'); } }) // prettier-ignore
  fail(): never {
    throw new Error('no row');
  }
}

class Plain {
  @Tool({ description: 'Answers', name: 'plain' })
  plain(): never {
    throw new Error('no row');
  }
}

describe('the enhancers of the whole application', () => {
  it('are not asked about tools', async () => {
    const { executor } = await apps.start({ providers: [Pinger, ...GLOBALS] });
    await executor.execute(PING);
    expect(asked).toEqual(['guard', 'interceptor', 'tool']);
  });

  it('run on every tool where they are asked for, before its own', async () => {
    const { executor } = await apps.start(
      { providers: [Pinger, Plain, ...GLOBALS] },
      { globalEnhancers: true },
    );
    await executor.execute(PING);
    expect(asked.splice(0)).toEqual(['global guard', 'guard', 'global interceptor', 'interceptor', 'tool']);
    await executor.execute({ name: 'plain', arguments: {} });
    expect(asked.splice(0)).toEqual([
      'global guard',
      'global interceptor',
      'global interceptor failed',
      'global filter',
    ]);
    expect((await executor.execute({ name: 'fail', arguments: {} })).error).toBe('own filter');
    expect(asked).not.toContain('global filter');
  });

  it('run on a tool without a class', async () => {
    const defined = defineTool({ name: 'ping', description: 'Answers', execute: () => 'pong' });
    const closed = { provide: APP_GUARD, useValue: guard('global guard', false) };
    const { executor } = await apps.start({ providers: [defined, closed] }, { globalEnhancers: true });
    expectFailure(await executor.execute(PING), 'permission_denied');
    expect(asked).toEqual(['global guard']);
  });

  it('may be request-scoped', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class NotMallory implements CanActivate {
      constructor(@Inject(REQUEST) private readonly request: { user?: string }) {}
      canActivate(): boolean {
        return this.request.user !== 'mallory';
      }
    }
    const { executor } = await apps.start(
      { providers: [Pinger, { provide: APP_GUARD, useClass: NotMallory, scope: Scope.REQUEST }] },
      { globalEnhancers: true },
    );
    expectFailure(await executor.execute(PING, { request: { user: 'mallory' } }), 'permission_denied');
    expect(await executor.execute(PING, { request: { user: 'ada' } })).toMatchObject({ output: 'pong' });
    expect(await executor.execute(PING)).toMatchObject({ output: 'pong' });
  });

  it('may be what the application was given after it was created', async () => {
    const moduleRef = await Test.createTestingModule({
      imports: [openRoot({ globalEnhancers: true })],
      providers: [Pinger],
    }).compile();
    const app = moduleRef.createNestApplication({ logger: false });
    app.useGlobalGuards(guard('given guard', false));
    await app.init();
    expectFailure(await app.get(ToolExecutorService).execute(PING), 'permission_denied');
    await app.close();
  });

  it.each([[undefined], [{}], [{ applicationConfig: {} }]])(
    'fail the boot rather than be ignored where Nest keeps them elsewhere: %p',
    (container) => {
      const creator = { container } as unknown as ExternalContextCreator;
      expect(() => globalEnhancers(creator)).toThrow(/`globalEnhancers` can not be had/);
    },
  );
});
