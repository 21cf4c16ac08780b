import { afterEach, describe, expect, it } from '@jest/globals';
import {
  SetMetadata,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { of, EMPTY, NEVER } from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { toolContextOf } from '../../src/enhancers/tool-context-of.js';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import { ToolApprovals } from '../../src/permission/approval/tool-approvals.js';
import { ask, deny, ToolPermissionGuard } from '../../src/permission/tool-permission-guard.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { MemoryTracer } from '../support/boot.js';
import { EnhancedApps, SecretArgs } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

const PING = { name: 'ping', arguments: {} };
const ADA = { id: 'ada' };
const BOSS = { id: 'boss' };

/** A tool behind one guard, and how often it has run. */
function guarded(canActivate: (context: ExecutionContext) => unknown) {
  const runs = { count: 0 };
  class Pinger {
    @Tool({ description: 'Answers' })
    @UseGuards({ canActivate } as CanActivate)
    ping(): string {
      runs.count++;
      return 'pong';
    }
  }
  return { Pinger, runs };
}

describe("Nest's guards on a tool", () => {
  it.each<[string, () => unknown]>([
    ['true', () => true],
    ['a promise of true', async () => true],
    ['an Observable of true', () => of(true)],
    ['a promise of an Observable', async () => of(true)],
  ])('let the call through with %s', async (_, answer) => {
    const { Pinger } = guarded(answer);
    const { executor } = await apps.start({ providers: [Pinger] });
    expect(await executor.execute(PING)).toMatchObject({ success: true, output: 'pong' });
  });

  it.each<[string, () => unknown, string]>([
    ['false', () => false, 'a guard refused the call'],
    ['undefined', () => undefined, 'a guard refused the call'],
    ['a promise of false', async () => false, 'a guard refused the call'],
    ['an Observable whose last value is false', () => of(true, false), 'a guard refused the call'],
    ['an Observable without a value', () => EMPTY, 'a guard of the tool failed'],
    ['an HttpException', () => Promise.reject(new UnauthorizedException('log in first')), 'log in first'],
    ['a ToolError', () => Promise.reject(new ToolError('not on a Sunday')), 'not on a Sunday'],
    ['any other error', () => Promise.reject(new Error('ECONNREFUSED')), 'a guard of the tool failed'],
    ['a throw', () => { throw new TypeError('x of undefined'); }, 'a guard of the tool failed'], // prettier-ignore
    ['something else that is thrown', () => Promise.reject(null), 'a guard of the tool failed'], // eslint-disable-line
  ])('refuse it with %s: nothing runs, and the refusal is recorded', async (_, answer, reason) => {
    const { Pinger, runs } = guarded(answer);
    const { app, executor } = await apps.start({ providers: [Pinger] });
    const result = await executor.execute(PING, { principal: ADA });
    assertLegalToolResult(result);
    expect(expectFailure(result, 'permission_denied')).toMatchObject({
      error: `permission denied: ${reason}`,
      metadata: { executed: false, retryable: false },
    });
    expect(runs.count).toBe(0);
    const [record] = await app.get(ToolJournal).list({ tenant: undefined, principalId: 'ada' });
    expect(record).toMatchObject({ tool: 'ping', result: { metadata: { code: 'permission_denied' } } });
  });

  it('have the budget of the permission guards', async () => {
    const { Pinger, runs } = guarded(() => NEVER);
    const { executor } = await apps.start({ providers: [Pinger] }, { permissionTimeoutMs: 20 });
    const { error } = expectFailure(await executor.execute(PING), 'permission_denied');
    expect(error).toContain('took longer than 20 ms');
    expect(runs.count).toBe(0);
  });

  it('end with the call', async () => {
    const caller = new AbortController();
    const { Pinger } = guarded(() => {
      queueMicrotask(() => caller.abort());
      return NEVER;
    });
    const { executor } = await apps.start({ providers: [Pinger] });
    expectFailure(await executor.execute(PING, { signal: caller.signal }), 'cancelled');
    expectFailure(await executor.execute(PING, { deadline: Date.now() + 20 }), 'timeout');
  });

  it('give the tracer what they have thrown', async () => {
    const cause = new Error('the directory is down');
    const tracer = new MemoryTracer();
    const { Pinger } = guarded(() => Promise.reject(cause));
    const { executor } = await apps.start({ providers: [Pinger] }, { tracers: [tracer] });
    await executor.execute(PING);
    expect(tracer.last.ends).toMatchObject([{ cause }]);
  });

  it('name the one that has refused', async () => {
    class OfficeHours implements CanActivate {
      canActivate(): boolean {
        return false;
      }
    }
    class Pinger {
      @Tool({ description: 'Answers' })
      @UseGuards(OfficeHours)
      ping(): void {}
    }
    const { executor } = await apps.start({ providers: [Pinger] });
    expect((await executor.execute(PING)).error).toBe('permission denied: OfficeHours refused the call');
  });

  it('run those of the class first, each list in its order, until one refuses', async () => {
    const asked: string[] = [];
    const guard = (name: string, answer = true): CanActivate => ({
      canActivate: () => asked.push(name) > 0 && answer,
    });
    @UseGuards(guard('class 1'), guard('class 2'))
    class Pinger {
      @Tool({ description: 'Answers' })
      @UseGuards(guard('method 1', false), guard('method 2'))
      ping(): void {}
    }
    const { executor } = await apps.start({ providers: [Pinger] });
    await executor.execute(PING);
    expect(asked).toEqual(['class 1', 'class 2', 'method 1']);
  });

  it('inherit what is on the class and on the method of a base class', async () => {
    const asked: string[] = [];
    const guard = (name: string): CanActivate => ({ canActivate: () => asked.push(name) > 0 });
    @UseGuards(guard('class'))
    class Base {
      @Tool({ description: 'Answers' })
      @UseGuards(guard('method'))
      ping(): void {}
    }
    class Pinger extends Base {}
    const { executor } = await apps.start({ providers: [Pinger] });
    await executor.execute(PING);
    expect(asked).toEqual(['class', 'method']);
  });

  it('find class, method and metadata, also of a method that a decorator below has replaced', async () => {
    const Replaced: MethodDecorator = (_target, _key, descriptor) => {
      const inner = descriptor.value as unknown as () => unknown;
      descriptor.value = function (this: object) {
        return inner.call(this);
      } as never;
    };
    let seen: unknown;
    class Pinger {
      @Tool({ description: 'Answers' })
      @SetMetadata('roles', ['admin'])
      @UseGuards({
        canActivate: (context) => {
          const handler = context.getHandler();
          seen = [context.getType(), context.getClass(), Reflect.getMetadata('roles', handler)];
          return handler === Pinger.prototype.ping;
        },
      })
      @Replaced
      ping(): string {
        return 'pong';
      }
    }
    const { executor } = await apps.start({ providers: [Pinger] });
    expect((await executor.execute(PING)).output).toBe('pong');
    expect(seen).toEqual(['tool', Pinger, ['admin']]);
  });

  it('know the call: its tool, its principal, and a copy of its arguments', async () => {
    let seen: unknown;
    class Vault {
      @Tool({ description: 'Opens' })
      @UseGuards({
        canActivate: (context) => {
          const { tool, callId, principal, args } = toolContextOf<SecretArgs>(context)!;
          seen = { tool: tool.name, callId, principal, token: args.token };
          expect(args).toBeInstanceOf(SecretArgs);
          args.token = 'changed';
          return true;
        },
      })
      open({ token }: SecretArgs): string {
        return token;
      }
    }
    const { executor } = await apps.start({ providers: [Vault] });
    const result = await executor.execute({ name: 'open', arguments: { token: 'x' } }, { principal: ADA });
    expect(result.output).toBe('x');
    expect(seen).toEqual({ tool: 'open', callId: result.metadata.callId, principal: ADA, token: 'x' });
  });

  it('are not asked about arguments that do not hold', async () => {
    let asked = 0;
    class Vault {
      @Tool({ description: 'Opens' })
      @UseGuards({ canActivate: () => ++asked > 0 })
      open(_args: SecretArgs): void {}
    }
    const { executor } = await apps.start({ providers: [Vault] });
    expectFailure(await executor.execute({ name: 'open', arguments: {} }), 'invalid_arguments');
    expect(asked).toBe(0);
  });
});

describe("Nest's guards and the permission guards", () => {
  class Rule extends ToolPermissionGuard {
    constructor(readonly decide: ToolPermissionGuard['decide']) {
      super();
    }
  }

  it('are not asked where a permission guard denies', async () => {
    let asked = 0;
    const { Pinger } = guarded(() => ++asked > 0);
    const { executor } = await apps.start({ providers: [Pinger] }, { guards: [new Rule(() => deny('no'))] });
    expectFailure(await executor.execute(PING), 'permission_denied');
    expect(asked).toBe(0);
  });

  it('count on a public tool, too', async () => {
    @Tool({ name: 'ping', description: 'Answers', parameters: NoArguments, permission: 'public' })
    @UseGuards({ canActivate: () => false })
    class Pinger {
      execute(): void {}
    }
    const { executor } = await apps.start({ providers: [Pinger] });
    expectFailure(await executor.execute(PING), 'permission_denied');
  });

  it('ask nobody to approve what they refuse', async () => {
    const { Pinger } = guarded(() => false);
    const { app, executor } = await apps.start(
      { providers: [Pinger] },
      { guards: [new Rule(async () => ask('sure?'))] },
    );
    expectFailure(await executor.execute(PING, { principal: ADA }), 'permission_denied');
    expect(await app.get(ToolApprovals).list(BOSS)).toEqual([]);
  });

  it('use up no approval where they refuse on resume', async () => {
    let opens = true;
    const { Pinger, runs } = guarded(() => opens);
    const { app, executor } = await apps.start(
      { providers: [Pinger] },
      { guards: [new Rule(() => ask('sure?'))] },
    );
    const asked = expectFailure(await executor.execute(PING, { principal: ADA }), 'approval_required');
    const approval = asked.metadata.approvalId!;
    await app.get(ToolApprovals).decide(approval, { approved: true }, BOSS);
    opens = false;
    expectFailure(await executor.execute(PING, { principal: ADA, approval }), 'permission_denied');
    opens = true;
    expect(await executor.execute(PING, { principal: ADA, approval })).toMatchObject({ output: 'pong' });
    expect(runs.count).toBe(1);
  });
});
