import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limitOutput } from '../../src/normalization/limit-output.js';
import { toJsonValue } from '../../src/normalization/to-json-value.js';
import type { JsonValue } from '../../src/tool/tool-result.js';

describe('limitOutput', () => {
  it('cuts the middle out of a text', () => {
    const limited = limitOutput(`${'a'.repeat(600)}${'b'.repeat(600)}`, 1_000);
    expect(limited.value).toMatch(/^a+\n\[truncated\]\nb+$/);
    expect(limited).toMatchObject({ truncated: true, originalSize: 1_200 });
  });

  it('gives a structure within the limit as it is', () => {
    const value = { a: [1, 'two', { b: null }], c: true };
    expect(limitOutput(value, 1_000)).toMatchObject({ value, truncated: false });
    expect(limitOutput(value, 1_000).value).toBe(value);
  });

  it('turns a structure over the limit into text that says so in its first line', () => {
    const value = Array.from({ length: 1_000 }, (_, index) => ({ index }));
    const size = JSON.stringify(value).length;
    const limited = limitOutput(value, 500);
    expect(limited).toMatchObject({ truncated: true, originalSize: size });
    expect(limited.value).toMatch(
      new RegExp(
        `^\\[cut: JSON of ${size} characters, shown as text\\]\\n\\[\\{"index":0\\}[^]*\\[truncated\\][^]*"index":999\\}\\]$`,
      ),
    );
  });

  it('counts the JSON exactly at the limit', () => {
    const value = { text: '"quoted" \n line', list: [1.5, -2e-7, false] };
    const size = JSON.stringify(value).length;
    expect(limitOutput(value, size)).toMatchObject({ value, truncated: false });
    expect(limitOutput(value, size - 1).truncated).toBe(true);
  });

  it('holds any limit for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 200 }), (input, maxChars) => {
        const { value } = toJsonValue(input);
        const limited = limitOutput(value, maxChars);
        const size = (shown: JsonValue): number =>
          (typeof shown === 'string' ? shown : JSON.stringify(shown)).length;
        expect(limited.truncated).toBe(size(value) > maxChars);
        if (limited.truncated) expect(size(limited.value)).toBeLessThanOrEqual(maxChars);
        else expect(limited.value).toEqual(value);
      }),
    );
  });
});
