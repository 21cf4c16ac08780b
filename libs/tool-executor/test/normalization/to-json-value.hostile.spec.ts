import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toJsonValue } from '../../src/normalization/to-json-value.js';

const json = (value: unknown): unknown => toJsonValue(value).value;
const fail = (): never => {
  throw new Error('hostile');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const throwingProxy = (target: object): object =>
  new Proxy(target, new Proxy({}, { get: () => fail }) as ProxyHandler<object>);

describe('toJsonValue: hostile values', () => {
  it.each<[string, unknown]>([
    ['a proxy that throws at every touch', throwingProxy({})],
    ['a proxy of an array that throws at every touch', throwingProxy([])],
    ['a revoked proxy', revoked()],
    ['a toJSON that throws', { toJSON: fail }],
    ['a getter of toJSON that throws', Object.defineProperty({ a: 1 }, 'toJSON', { get: fail })],
    ['a proxy whose keys throw', new Proxy({}, { ownKeys: fail })],
  ])('shows %s as unreadable', (_, value) => {
    expect(json(value)).toBe('[unreadable]');
    expect(json({ a: 1, value, list: [value, 2] })).toEqual({
      a: 1,
      value: '[unreadable]',
      list: ['[unreadable]', 2],
    });
  });

  it('keeps what can be read beside a getter that throws', () => {
    const list = [1, 2, 3];
    Object.defineProperty(list, 1, { get: fail, enumerable: true });
    expect(
      json({
        get bad() {
          return fail();
        },
        good: 1,
        list,
      }),
    ).toEqual({ bad: '[unreadable]', good: 1, list: [1, '[unreadable]', 3] });
  });

  it('takes the data of a value whose toJSON gives the value itself', () => {
    expect(
      json({
        a: 1,
        toJSON() {
          return this;
        },
      }),
    ).toEqual({ a: 1 });
  });

  it('asks no toJSON of what a toJSON gave, as JSON.stringify does', () => {
    const endless = (level: number): object => ({ level, toJSON: () => endless(level + 1) });
    expect(json(endless(0))).toEqual({ level: 1 });
  });

  it('ends a toJSON whose members never end', () => {
    const endless = (): object => ({ toJSON: () => ({ next: endless() }) });
    expect(JSON.stringify(json(endless()))).toContain('[too deep]');
  });

  it('reads an error whose fields throw or lie', () => {
    const error = new Error('x');
    Object.defineProperty(error, 'message', { get: fail });
    Object.defineProperty(error, 'name', { value: { not: 'text' } });
    expect(json(error)).toEqual({ name: 'Error', message: '[unreadable]' });
  });

  it('changes neither the value nor any prototype', () => {
    const value = Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 })]) });
    const copy = json(value) as { a: { b: number }[] };
    copy.a[0]!.b = 2;
    expect(value.a[0]!.b).toBe(1);
    expect(Object.isFrozen(copy)).toBe(false);
  });

  it('gives JSON with well-formed text for anything', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withBoxedValues: true,
      withObjectString: true,
      withUnicodeString: true,
      key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor')),
    } as never);
    fc.assert(
      fc.property(anything, (value) => {
        const copy = json(value);
        const text = JSON.stringify(copy);
        expect(text.isWellFormed()).toBe(true);
        expect(JSON.parse(text)).toEqual(copy);
      }),
    );
  });

  it('notes at most 20 losses', () => {
    expect(toJsonValue(Array.from({ length: 100 }, () => NaN)).notes).toHaveLength(20);
  });
});
