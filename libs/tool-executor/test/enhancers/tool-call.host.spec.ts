import { afterEach, describe, expect, it } from '@jest/globals';
import { UseGuards, type ExecutionContext } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { toolContextOf } from '../../src/enhancers/tool-context-of.js';
import { expectFailure } from '../../src/testing/results/expect-failure.js';
import { EnhancedApps, SecretArgs } from './enhanced-app.js';

const apps = new EnhancedApps();
afterEach(apps.closeAll);

const WRITTEN_BY_THE_MODEL = 'Bearer of-the-model';

/** Each way by which a guard may look for what came in. */
const ways: [string, (context: ExecutionContext) => unknown][] = [
  ['getArgs()', (context) => context.getArgs()],
  ['getArgByIndex(0)', (context) => context.getArgByIndex(0)],
  ['getArgByIndex(1)', (context) => context.getArgByIndex(1)],
  ['getArgByIndex(2)', (context) => context.getArgByIndex(2)],
  ['switchToHttp().getRequest()', (context) => context.switchToHttp().getRequest()],
  ['switchToHttp().getResponse()', (context) => context.switchToHttp().getResponse()],
  ['switchToHttp().getNext()', (context) => context.switchToHttp().getNext()],
  ['switchToRpc().getData()', (context) => context.switchToRpc().getData()],
  ['switchToRpc().getContext()', (context) => context.switchToRpc().getContext()],
  ['switchToWs().getClient()', (context) => context.switchToWs().getClient()],
  ['switchToWs().getData()', (context) => context.switchToWs().getData()],
  ['switchToWs().getPattern()', (context) => context.switchToWs().getPattern()],
];

/** Runs a guarded tool whose argument holds a secret, and gives what the guard has looked at. */
async function look(at: (context: ExecutionContext) => unknown, request?: unknown): Promise<unknown> {
  let seen: unknown;
  class Vault {
    @Tool({ description: 'Opens' })
    @UseGuards({
      canActivate: (context) => {
        seen = at(context);
        return true;
      },
    })
    open({ token }: SecretArgs): string {
      return token;
    }
  }
  const { executor } = await apps.start({ providers: [Vault] });
  const call = { name: 'open', arguments: { token: WRITTEN_BY_THE_MODEL } };
  const result = await executor.execute(call, request === undefined ? {} : { request });
  expect(result.output).toBe(WRITTEN_BY_THE_MODEL);
  return seen;
}

/** Every text within reach of a value: own properties, and the getters of its class. */
function textsWithin(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const prototype = Object.getPrototypeOf(value) as object | null;
  return [...Reflect.ownKeys(value), ...(prototype === null ? [] : Reflect.ownKeys(prototype))]
    .filter((key) => !PRIVATE.has(key))
    .flatMap((key) => textsWithin(read(value, key), seen));
}

/** What the context keeps for itself: a cast finds it, and looking for a header doesn't. */
const PRIVATE = new Set<string | symbol>(['execution', 'constructor']);

function read(value: object, key: string | symbol): unknown {
  try {
    return (value as Record<string | symbol, unknown>)[key];
  } catch {
    return undefined; // a getter that wants another `this`
  }
}

describe('what a guard finds by position or by switching', () => {
  it.each(ways)('is never what the model wrote: %s', async (_, at) => {
    const withRequest = await look(at, { headers: { authorization: 'Bearer of-the-caller' } });
    expect(textsWithin(withRequest)).not.toContain(WRITTEN_BY_THE_MODEL);
    expect(textsWithin(await look(at))).not.toContain(WRITTEN_BY_THE_MODEL);
  });

  it('is the inbound request first, and then the context of the tool', async () => {
    const request = { headers: { authorization: 'Bearer of-the-caller' } };
    const [first, second, ...more] = (await look((context) => context.getArgs(), request)) as unknown[];
    expect(first).toBe(request);
    expect(second).toMatchObject({ tool: 'open', request });
    expect(more).toEqual([]);
    expect(await look((context) => context.switchToHttp().getRequest(), request)).toBe(request);
    expect(await look((context) => context.switchToWs().getClient(), request)).toBe(request);
  });

  it.each([[undefined], ['text'], [null], [42]])(
    'is an empty frozen object where the request is %p',
    async (request) => {
      const found = await look((context) => context.switchToHttp().getRequest(), request);
      expect(found).toEqual({});
      expect(Object.isFrozen(found)).toBe(true);
    },
  );
});

describe('a guard that authenticates by the request', () => {
  class ByHeader {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<{ headers: { token?: string }; user?: string }>();
      if (request.headers.token !== 'of-ada') return false;
      request.user = 'ada';
      return true;
    }
  }
  class Vault {
    @Tool({ description: 'Opens' })
    @UseGuards(ByHeader)
    open(_args: SecretArgs): string {
      return 'open';
    }
  }

  it('lets nobody in who has the token in the arguments alone', async () => {
    const { executor } = await apps.start({ providers: [Vault] });
    const call = { name: 'open', arguments: { token: 'of-ada' } };
    expectFailure(await executor.execute(call), 'permission_denied');
    expectFailure(await executor.execute(call, { request: { headers: {} } }), 'permission_denied');
    const request = { headers: { token: 'of-ada' } };
    expect(await executor.execute(call, { request })).toMatchObject({ output: 'open' });
    expect(request).toMatchObject({ user: 'ada' });
  });
});

describe('toolContextOf()', () => {
  it('is undefined for the context of anything else', () => {
    const http = { getType: () => 'http', getArgs: () => [{}, {}] } as unknown as ExecutionContext;
    expect(toolContextOf(http)).toBeUndefined();
  });
});
