import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../src/intake/canonical-json.js';
import type { JsonObject, JsonValue } from '../../src/tool/tool-result.js';

describe('canonicalJson', () => {
  it.each<[JsonValue, string]>([
    [{ b: 1, a: [true, null, { d: 1, c: 2 }] }, '{"a":[true,null,{"c":2,"d":1}],"b":1}'],
    [-0, '0'],
    [1e21, '1e+21'],
    [
      { '\u20ac': 1, '\r': 2, '\u{1f600}': 3, '\ufb33': 4, '1': 5 },
      '{"\\r":2,"1":5,"€":1,"😀":3,"\ufb33":4}',
    ],
    [{ a: undefined, b: 1 } as unknown as JsonObject, '{"b":1}'],
    [{}, '{}'],
  ])('writes %j as RFC 8785 does', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('keeps the value, and gives one text for every order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const plain = JSON.parse(JSON.stringify(object)) as JsonObject;
        const reversed = Object.fromEntries(Object.entries(plain).toReversed());
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
        expect(canonicalJson(reversed)).toBe(canonicalJson(plain));
      }),
    );
  });
});
