import { Readable } from 'node:stream';
import fc from 'fast-check';
import { of, throwError } from 'rxjs';

export type Behaviour = () => unknown;

/** Where nobody but the test holds it, a rejection must not count; what is derived from it still does. */
const rejected = (reason: unknown): Promise<never> => {
  const promise = Promise.reject(reason);
  promise.catch(() => {});
  return promise;
};
const cyclic = (): unknown => {
  const value: Record<string, unknown> = { a: 1 };
  value['self'] = value;
  return value;
};
const throwingProxy = (): unknown =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('get');
      },
      ownKeys: () => {
        throw new Error('ownKeys');
      },
      getPrototypeOf: () => {
        throw new Error('getPrototypeOf');
      },
      has: () => {
        throw new Error('has');
      },
    },
  );
const revokedProxy = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const deep = (): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < 20_000; level++) value = [value];
  return value;
};

const MAKERS: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => Infinity,
  () => -0,
  () => 10n,
  () => Symbol('s'),
  () => () => 1,
  () => new Date(0),
  () => new Date(Number.NaN),
  () => /x/g,
  () =>
    new Map<unknown, unknown>([
      ['k', 1],
      [{}, 2],
    ]),
  () => new Set([1, 2n]),
  () => Buffer.from('hi'),
  () => new Float64Array([1, Number.NaN]),
  () => new Error('boom'),
  () => Object.freeze(new Error('frozen')),
  () =>
    new (class Odd extends Error {
      override get message(): string {
        throw new Error('no message for you');
      }
    })(),
  () => Object.create(null),
  () => JSON.parse('{"__proto__":{"admin":true},"a":1}'),
  () => ({ big: 1n, when: new Date(0), f: () => 1, nested: { deep: [undefined, Number.NaN] } }),
  () => ({
    toJSON: () => {
      throw new Error('toJSON');
    },
  }),
  () => ({
    get broken() {
      throw new Error('getter');
    },
  }),
  () => 'a\ud800b',
  () => 'x'.repeat(2_000),
  () => Array.from({ length: 500 }, (_, at) => ({ at })),
  cyclic,
  throwingProxy,
  revokedProxy,
  deep,
  () => Promise.resolve(1),
  () => rejected(new Error('later')),
  () => rejected(undefined),
  () => new Promise(() => {}),
  () => ({ then: () => {} }),
  () => ({
    then: (resolve: (value: unknown) => void) => {
      resolve(1);
      resolve(2);
      throw new Error('again');
    },
  }),
  () => ({
    get then() {
      throw new Error('then');
    },
  }),
  () => Readable.from(['a', 'b']),
  () =>
    new Readable({
      read() {
        this.destroy(new Error('stream'));
      },
    }),
  () => of(1, 2),
  () => throwError(() => new Error('observable')),
  () =>
    (async function* () {
      yield 1;
      throw new Error('generator');
    })(),
  () =>
    (function* () {
      for (;;) yield 1;
    })(),
];

/** Makes values that break what isn't careful. Makers, since the values can't even be looked at by the generator. */
export const hostileValue: fc.Arbitrary<Behaviour> = fc.constantFrom(...MAKERS);

/** Behaviours that throw all sorts of things, at once or later. */
export const thrower: fc.Arbitrary<Behaviour> = fc
  .tuple(fc.constantFrom(...MAKERS), fc.boolean())
  .map(([make, later]): Behaviour => () => {
    const value = make();
    if (later) return rejected(value);
    throw value;
  });
