import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_INTAKE_LIMITS } from '../../src/intake/intake-limits.js';
import { openArguments } from '../../src/intake/open-arguments.js';

const open = (raw: unknown, limits = {}) => openArguments(raw, { ...DEFAULT_INTAKE_LIMITS, ...limits });
const valueOf = (raw: unknown): unknown => {
  const opened = open(raw);
  return opened.ok ? opened.value : opened.error;
};
const issueOf = (raw: unknown, limits = {}) => {
  const opened = open(raw, limits);
  if (opened.ok) throw new Error('It was let in.');
  return opened.issue;
};
const errorOf = (raw: unknown, limits = {}): string => {
  const opened = open(raw, limits);
  return opened.ok ? '' : opened.error;
};
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('openArguments', () => {
  it.each([[undefined], [null], [''], ['   '], ['\n\t'], ['null'], ['{}'], [{}], [Object.create(null)]])(
    'takes %j for an empty object',
    (raw) => expect(open(raw)).toEqual({ ok: true, value: {} }),
  );

  it('lets JSON text and plain objects in, whatever their keys are called', () => {
    const value = { rule: 'x', value: [1, 'a', null, { ok: false }], toString: 'text' };
    expect(open(JSON.stringify(value))).toEqual({ ok: true, value });
    expect(open(value)).toEqual({ ok: true, value });
  });

  it('unwraps JSON within a JSON string once, and only if that gives an object', () => {
    const inner = JSON.stringify({ to: 'a@b.c' });
    expect(valueOf(JSON.stringify(inner))).toEqual({ to: 'a@b.c' });
    expect(valueOf(JSON.stringify(JSON.stringify(inner)))).toBe(
      'arguments must be a JSON object, got a string',
    );
    expect(valueOf('"hello"')).toBe('arguments must be a JSON object, got a string');
    expect(valueOf('"[1]"')).toBe('arguments must be a JSON object, got a string');
    expect(valueOf('"null"')).toBe('arguments must be a JSON object, got a string');
  });

  it.each([
    ['[]', 'an array'],
    ['[{"q":"x"}]', 'an array'],
    ['"x"', 'a string'],
    ['5', 'a number'],
    ['true', 'a boolean'],
    [[], 'an array'],
    [5, 'a number'],
    [true, 'a boolean'],
    [Symbol('s'), 'a symbol'],
    [10n, 'a bigint'],
    [() => 1, 'a function'],
    [new Date(), 'an instance of Date'],
    [Promise.resolve(), 'an instance of Promise'],
    [new Map(), 'an instance of Map'],
    [new (class Order {})(), 'an instance of Order'],
  ])('refuses %p and says what it is', (raw, kind) => {
    expect(open(raw)).toEqual({
      ok: false,
      error: `arguments must be a JSON object, got ${kind}`,
      issue: { path: '', rule: 'type', expected: 'a JSON object', received: kind },
    });
  });

  it.each([
    ['{"a":"x', 'ends too early, at position 7'],
    ['{"a":1', 'ends too early, at position 6'],
    ['{"a":1} x', 'wrong at position 8'],
    ['{"a":1}{"b":2}', 'wrong at position 7'],
    ["{'a':1}", 'wrong at position 1'],
    ['{"a":01}', 'wrong at position 5'],
    ['{"a":1,}', 'wrong at position 7'],
    ['hello', 'wrong at position 0'],
    ['{"a":NaN}', 'wrong at position 5'],
    ['{"a":"\\x"}', 'wrong at position 5'],
    ['{"a":"\\u00', 'ends too early, at position 10'],
  ])('refuses %j without repairing it, and says where', (text, where) => {
    expect(errorOf(text)).toContain('not valid JSON');
    expect(errorOf(text)).toContain(where);
  });

  it('never quotes malformed text, which may hold a secret', () => {
    expect(errorOf('{"password":"hunter2", oops}')).not.toContain('hunter2');
  });

  it.each([
    ['{"id":9007199254740993}', 'id'],
    ['{"a":{"ids":[1,12345678901234567890]}}', 'a.ids[1]'],
    ['{"n":-9007199254740993}', 'n'],
    ['{"n":9007199254740993.0}', 'n'],
    ['{"n":1e400}', 'n'],
    ['{"text":"1e400","n":-1E+999}', 'n'],
    [JSON.stringify('{"id":9007199254740993}'), 'id'],
  ])('refuses %s, whose number JSON would change, and names %s', (text, path) => {
    expect(issueOf(text)).toMatchObject({ path, rule: 'rounded_number' });
  });

  it.each([
    ['{"n":9007199254740992}'],
    ['{"n":12345678901234567168}'],
    ['{"n":91234651099407460}'],
    ['{"n":6.02214076e23}'],
    ['{"n":0.1234567890123456789}'],
    ['{"text":"12345678901234567890"}'],
    ['{"12345678901234567890":"9007199254740993"}'],
  ])('lets %s in: nothing whole is lost', (text) => {
    expect(open(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    ['{"q":"x","__proto__":{"admin":true}}', '__proto__'],
    ['{"q":"x","constructor":{"prototype":{"p":1}}}', 'constructor'],
    ['{"extra":{"__proto__":{"p":1}}}', 'extra.__proto__'],
    ['{"list":[{"prototype":1}]}', 'list[0].prototype'],
  ])('refuses %s', (text, path) => {
    expect(issueOf(text)).toMatchObject({ path, rule: 'forbidden_key' });
    expect(issueOf(JSON.parse(text))).toMatchObject({ path, rule: 'forbidden_key' });
    expect(({} as Record<string, unknown>)['admin'] ?? ({} as Record<string, unknown>)['p']).toBeUndefined();
  });

  it.each([
    ['a date', { a: { at: new Date() } }, 'a.at'],
    ['an instance', { a: [new (class Order {})()] }, 'a[0]'],
    ['a promise', { a: Promise.resolve(1) }, 'a'],
    ['a function', { a: () => 1 }, 'a'],
    ['a symbol', { a: Symbol('s') }, 'a'],
    ['a bigint', { a: 1n }, 'a'],
    ['NaN', { a: Number.NaN }, 'a'],
    ['Infinity', { a: [Infinity] }, 'a[0]'],
    ['a hole', { a: [1, undefined] }, 'a[1]'],
    [
      'a getter that throws',
      Object.defineProperty({}, 'a', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
      'a',
    ],
    [
      'a proxy that throws',
      {
        a: new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no');
            },
          },
        ),
      },
      'a',
    ],
  ])('refuses %s and names its place', (_, raw, path) => {
    expect(issueOf(raw)).toMatchObject({ path, rule: 'not_json' });
  });

  it('refuses a revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(open(proxy).ok).toBe(false);
  });

  it('refuses a cycle and names its place, and keeps both copies of a value that is shared', () => {
    const cyclic: Record<string, unknown> = { a: {} };
    (cyclic['a'] as Record<string, unknown>)['self'] = cyclic;
    expect(issueOf(cyclic)).toMatchObject({ path: 'a.self', rule: 'cycle' });
    const shared = { x: 1 };
    expect(valueOf({ a: shared, b: shared })).toEqual({ a: { x: 1 }, b: { x: 1 } });
  });

  it('takes members that are undefined for absent, and objects of another realm for plain', () => {
    expect(valueOf({ a: undefined, b: 1 })).toEqual({ b: 1 });
    expect(valueOf(runInNewContext('({ a: [1, { b: 2 }] })'))).toEqual({ a: [1, { b: 2 }] });
  });

  it('leaves the arguments of the caller untouched and unshared', () => {
    const raw = Object.freeze({ a: Object.freeze({ list: Object.freeze([1]) }) });
    const value = valueOf(raw) as { a: { list: number[] } };
    value.a.list.push(2);
    expect(raw).toEqual({ a: { list: [1] } });
  });

  it('makes text well-formed, and refuses keys that are not', () => {
    expect(valueOf('{"a":"x\\ud800"}')).toEqual({ a: 'x\uFFFD' });
    expect(valueOf({ a: ['\udc00'] })).toEqual({ a: ['\uFFFD'] });
    expect(issueOf('{"\\ud800":1}').rule).toBe('not_json');
  });

  it.each([
    ['depth', nested(4), { maxDepth: 3 }, 'a.a.a'],
    ['width', '{"a":{"b":1,"c":2}}', { maxKeys: 1 }, 'a'],
    ['nodes', '{"a":[1,2,3]}', { maxNodes: 4 }, 'a'],
    ['bytes', '{"a":"€€"}', { maxBytes: 13 }, ''],
  ])('holds the limit of %s for text and objects alike', (_, text, limits, path) => {
    expect(issueOf(text, limits)).toMatchObject({ path, rule: 'too_large' });
    expect(issueOf(JSON.parse(text), limits)).toMatchObject({ path, rule: 'too_large' });
    expect(open(text).ok && open(JSON.parse(text)).ok).toBe(true);
  });

  it('lets in what is exactly at each limit', () => {
    const limits = { maxDepth: 2, maxKeys: 2, maxNodes: 4, maxBytes: 20 };
    expect(open('{"a":["€"],"b":"cd"}', { ...limits, maxBytes: 22 }).ok).toBe(true);
    expect(open({ a: ['€'], b: 'cd' }, { ...limits, maxBytes: 22 }).ok).toBe(true);
    expect(open({ a: ['€'], b: 'cd' }, { ...limits, maxBytes: 21 }).ok).toBe(false);
  });

  it.each([20_000, 100_000])('answers for arguments %i levels deep', (depth) => {
    expect(issueOf(nested(depth), { maxBytes: 10_000_000 }).rule).toBe('too_large');
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < depth; level++) deep = { a: deep };
    expect(issueOf(deep).rule).toBe('too_large');
    expect(issueOf(nested(depth), { maxBytes: 10_000_000, maxDepth: 1_000_000 }).rule).toBe('too_large');
  });

  it('gives what JSON.parse gives, for any object within the limits', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' })),
        (object) => {
          fc.pre(!/"(__proto__|constructor|prototype)"/.test(JSON.stringify(object)));
          const text = JSON.stringify(object);
          expect(open(text)).toEqual({ ok: true, value: JSON.parse(text) });
          expect(open(JSON.parse(text))).toEqual({ ok: true, value: JSON.parse(text) });
        },
      ),
    );
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({
            withBigInt: true,
            withDate: true,
            withMap: true,
            withNullPrototype: true,
            withSparseArray: true,
          }),
          fc.string(),
        ),
        (raw) => {
          expect(typeof open(raw).ok).toBe('boolean');
        },
      ),
    );
  });
});
