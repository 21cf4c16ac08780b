import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Injectable, Req, Scope, type Provider } from '@nestjs/common';
import {
  ContextIdFactory,
  REQUEST,
  type ContextId,
  type ContextIdStrategy,
  type HostComponentInfo,
} from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';

let made = 0;

/** Something request-scoped that other providers of the request use too. */
@Injectable({ scope: Scope.REQUEST })
class RequestLog {
  readonly id = ++made;
  constructor(@Inject(REQUEST) readonly request: { user?: string; callId?: string }) {}
}

const PING = { name: 'ping', description: 'Answers', parameters: NoArguments };

@Tool(PING)
@Injectable({ scope: Scope.REQUEST })
class RequestScoped {
  readonly id = ++made;
  constructor(@Inject(REQUEST) private readonly request: { user?: string; callId?: string }) {}
  execute(_args: NoArguments, context: ToolContext): unknown {
    return {
      id: this.id,
      user: this.request.user ?? null,
      isContext: this.request.callId === context.callId,
    };
  }
}

@Injectable()
class Bubbled {
  readonly id = ++made;
  constructor(private readonly log: RequestLog) {}

  @Tool({ description: 'Answers', name: 'ping' })
  ping(): unknown {
    return { id: this.id, log: this.log.id, user: this.log.request.user ?? null };
  }
}

@Tool(PING)
@Injectable({ scope: Scope.TRANSIENT })
class Transient {
  readonly id = ++made;
  execute(): unknown {
    return { id: this.id };
  }
}

@Tool(PING)
@Injectable({ scope: Scope.REQUEST, durable: true })
class Durable {
  readonly id = ++made;
  constructor(@Inject(REQUEST) private readonly held: unknown) {}
  execute(): unknown {
    return { id: this.id, held: this.held ?? null };
  }
}

/** One sub-tree for each tenant. */
class ByTenant implements ContextIdStrategy {
  private readonly tenants = new Map<string, ContextId>();
  constructor(private readonly hasPayload: boolean) {}

  attach(contextId: ContextId, request: { tenant?: string; principal?: { tenant?: string } }) {
    const tenant = request.tenant ?? request.principal?.tenant ?? 'none';
    const subTree = this.tenants.get(tenant) ?? ContextIdFactory.create();
    this.tenants.set(tenant, subTree);
    const resolve = (info: HostComponentInfo): ContextId => (info.isTreeDurable ? subTree : contextId);
    return this.hasPayload ? { resolve, payload: { tenant } } : resolve;
  }
}

let booted: BootedModule;
afterEach(async () => {
  ContextIdFactory.apply(undefined as unknown as ContextIdStrategy);
  await booted.app.close();
});

const start = async (...providers: Provider[]): Promise<void> => {
  booted = await bootModule({ imports: [openRoot()], providers });
};
const ping = async (
  request?: unknown,
  principal?: { id: string; tenant: string },
): Promise<Record<string, unknown>> => {
  const context = {
    ...(request === undefined ? {} : { request }),
    ...(principal === undefined ? {} : { principal }),
  };
  const { output, error } = await booted.executor.execute({ name: 'ping' }, context);
  expect(error).toBeNull();
  return output as Record<string, unknown>;
};

describe('a request-scoped tool', () => {
  it('is made anew for each inbound request, and once for all calls of one', async () => {
    await start(RequestScoped);
    const ada = { user: 'Ada' };
    const first = await ping(ada);
    const second = await ping(ada);
    const other = await ping({ user: 'Bob' });
    expect(first).toMatchObject({ user: 'Ada', isContext: false });
    expect(second).toEqual(first);
    expect(other['user']).toBe('Bob');
    expect(other['id']).not.toBe(first['id']);
  });

  it('is made anew for each call without an inbound request, and gets the context of the tool as REQUEST', async () => {
    await start(RequestScoped);
    const [first, second] = [await ping(), await ping()];
    expect(first).toMatchObject({ isContext: true });
    expect(second!['id']).not.toBe(first!['id']);
  });

  it('never mixes up calls that run at the same time', async () => {
    await start(Bubbled, RequestLog);
    const users = Array.from({ length: 50 }, (_, at) => `user ${at}`);
    const outputs = await Promise.all(users.map((user) => ping({ user })));
    expect(outputs.map(({ user }) => user)).toEqual(users);
    expect(new Set(outputs.map(({ id }) => id)).size).toBe(50);
  });

  it('takes an inbound request that is frozen or no object', async () => {
    await start(RequestScoped);
    expect(await ping(Object.freeze({ user: 'Ada' }))).toMatchObject({ user: 'Ada' });
    expect(await ping('text')).toMatchObject({ isContext: true });
  });

  it('may be made by a factory under the token of its class', async () => {
    await start({
      provide: RequestScoped,
      useFactory: (request: { user?: string }) => new RequestScoped({ user: `${request.user} made` }),
      inject: [REQUEST],
      scope: Scope.REQUEST,
    });
    expect(await ping({ user: 'Ada' })).toMatchObject({ user: 'Ada made' });
  });

  it('fails its call alone where it cannot be made', async () => {
    @Tool(PING)
    @Injectable({ scope: Scope.REQUEST })
    class Unmakeable {
      constructor() {
        throw new Error('no session');
      }
      execute(): void {}
    }
    await start(Unmakeable);
    expect(await booted.executor.execute({ name: 'ping' })).toMatchObject({
      success: false,
      metadata: { code: 'tool_error', executed: false },
    });
  });
});

describe('a tool that depends on something request-scoped', () => {
  it('is request-scoped itself, and shares what it depends on with the rest of its request', async () => {
    await start(Bubbled, RequestLog);
    const request = { user: 'Ada' };
    const first = await ping(request);
    expect(await ping(request)).toEqual(first);
    expect((await ping({ user: 'Bob' }))['log']).not.toBe(first['log']);
  });

  it('shares it with the providers that Nest made for the same HTTP request', async () => {
    @Controller({ path: 'ping', scope: Scope.REQUEST })
    class PingController {
      constructor(
        private readonly executor: ToolExecutorService,
        private readonly log: RequestLog,
      ) {}
      @Get()
      async get(@Req() request: object): Promise<unknown> {
        const { output } = await this.executor.execute({ name: 'ping' }, { request });
        return { own: this.log.id, tool: output, isSame: this.log.request === request };
      }
    }
    const moduleRef = await Test.createTestingModule({
      imports: [openRoot()],
      controllers: [PingController],
      providers: [Bubbled, RequestLog],
    }).compile();
    const app = moduleRef.createNestApplication({ logger: false });
    booted = { app, executor: app.get(ToolExecutorService) };
    await app.listen(0, '127.0.0.1');
    const get = async (): Promise<{ own: number; tool: { log: number }; isSame: boolean }> =>
      (await (await fetch(`${await app.getUrl()}/ping`)).json()) as never;
    const [first, second] = [await get(), await get()];
    expect(first.tool.log).toBe(first.own);
    expect(first.isSame).toBe(true);
    expect(second.tool.log).toBe(second.own);
    expect(second.own).not.toBe(first.own);
  });
});

describe('a transient tool', () => {
  it('is made anew for each call, also within one request', async () => {
    await start(Transient);
    const request = {};
    const ids = [await ping(request), await ping(request), await ping()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('a durable tool', () => {
  it('is made once for each tenant, with the payload of the strategy as REQUEST', async () => {
    ContextIdFactory.apply(new ByTenant(true));
    await start(Durable);
    const a = await ping({ tenant: 'a', user: 'Ada' });
    const again = await ping({ tenant: 'a', user: 'Bob' });
    const b = await ping({ tenant: 'b' });
    expect(a).toMatchObject({ held: { tenant: 'a' } });
    expect(again).toEqual(a);
    expect(b).toMatchObject({ held: { tenant: 'b' } });
    expect(b['id']).not.toBe(a['id']);
  });

  it('never holds the request of one user for the next', async () => {
    ContextIdFactory.apply(new ByTenant(false));
    await start(Durable);
    const first = await ping({ tenant: 'a', user: 'Ada' });
    expect(first['held']).toBeNull();
    expect(await ping({ tenant: 'a', user: 'Bob' })).toEqual(first);
  });

  it('knows its tenant from the principal where there is no inbound request', async () => {
    ContextIdFactory.apply(new ByTenant(true));
    await start(Durable);
    const a = await ping(undefined, { id: 'ada', tenant: 'a' });
    const b = await ping(undefined, { id: 'ada', tenant: 'b' });
    expect([a['held'], b['held']]).toEqual([{ tenant: 'a' }, { tenant: 'b' }]);
    expect(await ping(undefined, { id: 'bob', tenant: 'a' })).toEqual(a);
  });

  it('leaves the request to request-scoped tools under the same strategy', async () => {
    ContextIdFactory.apply(new ByTenant(true));
    await start(RequestScoped);
    expect(await ping({ tenant: 'a', user: 'Ada' })).toMatchObject({ user: 'Ada' });
  });
});
