import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Inject,
  Injectable,
  Module,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { map, type Observable } from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { openRoot } from '../apps/boot-module.js';
import { EnhancedApps } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

const PING = { name: 'ping', arguments: {} };
let made = 0;

@Injectable({ scope: Scope.REQUEST })
class Session {
  readonly id = ++made;
  constructor(@Inject(REQUEST) readonly request: { user?: string; callId?: string }) {}
}

@Injectable()
class SessionGuard implements CanActivate {
  constructor(private readonly session: Session) {}
  canActivate(context: ExecutionContext): boolean {
    const [, toolContext] = context.getArgs<[unknown, { callId: string }]>();
    const isOwn =
      this.session.request.callId === undefined || this.session.request.callId === toolContext.callId;
    return this.session.request.user !== 'mallory' && isOwn;
  }
}

@Injectable()
class SessionInterceptor implements NestInterceptor {
  constructor(private readonly session: Session) {}
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((tool) => ({ tool, interceptor: this.session.id })));
  }
}

@Injectable()
class SessionFilter implements ExceptionFilter {
  constructor(private readonly session: Session) {}
  catch(): never {
    throw new ToolError(`not for ${this.session.request.user}`);
  }
}

@Injectable()
class Pinger {
  constructor(private readonly session: Session) {}

  @Tool({ description: 'Answers' })
  @UseGuards(SessionGuard)
  @UseInterceptors(SessionInterceptor)
  ping(): number {
    return this.session.id;
  }

  @Tool({ description: 'Fails' })
  @UseFilters(SessionFilter)
  fail(): never {
    throw new Error('no row');
  }
}

describe('enhancers that depend on something request-scoped', () => {
  it('share it with the tool, for all calls of one request', async () => {
    const { executor } = await apps.start({ providers: [Pinger, Session] });
    const request = { user: 'ada' };
    const first = (await executor.execute(PING, { request })).output as Record<string, number>;
    expect(first['interceptor']).toBe(first['tool']);
    expect((await executor.execute(PING, { request })).output).toEqual(first);
    const other = (await executor.execute(PING, { request: { user: 'bob' } })).output;
    expect((other as Record<string, number>)['tool']).not.toBe(first['tool']);
  });

  it('are made with the request of the call', async () => {
    const { executor } = await apps.start({ providers: [Pinger, Session] });
    const request = { user: 'mallory' };
    expectFailure(await executor.execute(PING, { request }), 'permission_denied');
    const failed = await executor.execute({ name: 'fail', arguments: {} }, { request });
    expect(failed.error).toBe('not for mallory');
  });

  it('share one context of the tool for each call without a request', async () => {
    const { executor } = await apps.start({ providers: [Pinger, Session] });
    const outputs = await Promise.all([executor.execute(PING), executor.execute(PING)]);
    const [one, two] = outputs.map(({ output }) => output as Record<string, number>);
    expect(one!['interceptor']).toBe(one!['tool']);
    expect(two!['tool']).not.toBe(one!['tool']);
  });

  it('never mix up requests that run at the same time', async () => {
    const { executor } = await apps.start({ providers: [Pinger, Session] });
    const users = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'ada' : 'mallory'));
    const results = await Promise.all(users.map((user) => executor.execute(PING, { request: { user } })));
    expect(results.map(({ success }) => success)).toEqual(users.map((user) => user === 'ada'));
  });

  it('refuse the call where a guard can not be made', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Unmakeable implements CanActivate {
      constructor() {
        throw new Error('no session');
      }
      canActivate(): boolean {
        return true;
      }
    }
    class Odd {
      @Tool({ description: 'Answers' })
      @UseGuards(Unmakeable)
      ping(): void {}
    }
    const { executor } = await apps.start({ providers: [Odd] });
    expect(expectFailure(await executor.execute(PING), 'permission_denied').metadata.executed).toBe(false);
  });
});

describe('a guard', () => {
  it('gets what the module of the tool imports, and not what another module has', async () => {
    class House {
      constructor(readonly name: string) {}
    }
    @Injectable()
    class HouseGuard implements CanActivate {
      constructor(private readonly house: House) {}
      canActivate(): boolean {
        return this.house.name === 'open';
      }
    }
    @UseGuards(HouseGuard)
    class One {
      @Tool({ description: 'Answers' })
      one(): void {}
    }
    @UseGuards(HouseGuard)
    class Two {
      @Tool({ description: 'Answers' })
      two(): void {}
    }
    @Module({ providers: [One, { provide: House, useValue: new House('open') }] })
    class OpenModule {}
    @Module({ providers: [Two, { provide: House, useValue: new House('closed') }] })
    class ClosedModule {}
    const { executor } = await apps.start({ imports: [OpenModule, ClosedModule] });
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => executor.execute({ name, arguments: {} })),
    );
    expect([one!.success, two!.success]).toEqual([true, false]);
  });

  it('is made anew for each call where it is transient', async () => {
    const seen: number[] = [];
    @Injectable({ scope: Scope.TRANSIENT })
    class Transient implements CanActivate {
      readonly id = ++made;
      canActivate(): boolean {
        return seen.push(this.id) > 0;
      }
    }
    @Injectable()
    class Plain {
      @Tool({ description: 'Answers' })
      @UseGuards(Transient)
      ping(): void {}
    }
    const { executor } = await apps.start({ providers: [Plain] });
    expect((await executor.execute(PING)).success && (await executor.execute(PING)).success).toBe(true);
    expect(new Set(seen).size).toBe(2);
  });

  it('may be replaced in a test', async () => {
    class Closed implements CanActivate {
      canActivate(): boolean {
        return false;
      }
    }
    class Plain {
      @Tool({ description: 'Answers' })
      @UseGuards(Closed)
      ping(): string {
        return 'pong';
      }
    }
    const app = await Test.createTestingModule({ imports: [openRoot()], providers: [Plain] })
      .overrideGuard(Closed)
      .useValue({ canActivate: () => true })
      .compile();
    await app.init();
    expect((await app.get(ToolExecutorService).execute(PING)).output).toBe('pong');
    await app.close();
  });

  it('runs on what stands in for its tool in a test', async () => {
    class Plain {
      @Tool({ description: 'Answers' })
      @UseGuards({ canActivate: () => false })
      ping(): void {}
    }
    const app = await Test.createTestingModule({ imports: [openRoot()], providers: [Plain] })
      .overrideProvider(Plain)
      .useValue({ ping: () => 'pong' })
      .compile();
    await app.init();
    expectFailure(await app.get(ToolExecutorService).execute(PING), 'permission_denied');
    await app.close();
  });
});
