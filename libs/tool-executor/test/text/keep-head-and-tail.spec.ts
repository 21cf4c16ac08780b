import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keepHeadAndTail } from '../../src/text/keep-head-and-tail.js';

describe('keepHeadAndTail', () => {
  it('keeps the first and the last characters around one marker', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => String(index + 1)).join('\n');
    const kept = keepHeadAndTail(`${lines}\nFAIL: last`, 1_000);
    expect(kept.text.startsWith('1\n2\n3\n')).toBe(true);
    expect(kept.text.endsWith('FAIL: last')).toBe(true);
    expect(kept.text.split('[truncated]')).toHaveLength(2);
    expect(kept).toMatchObject({ truncated: true, originalSize: lines.length + 11 });
  });

  it('gives exactly half of the room to either end', () => {
    const kept = keepHeadAndTail('a'.repeat(5_000) + 'b'.repeat(5_000), 4_013);
    expect(kept.text).toBe(`${'a'.repeat(2_000)}\n[truncated]\n${'b'.repeat(2_000)}`);
  });

  it('leaves a text at the limit untouched, and cuts one that is a character longer', () => {
    expect(keepHeadAndTail('x'.repeat(100), 100)).toEqual({
      text: 'x'.repeat(100),
      truncated: false,
      originalSize: 100,
    });
    const cut = keepHeadAndTail('x'.repeat(101), 100);
    expect(cut).toMatchObject({ truncated: true, originalSize: 101 });
    expect(cut.text).toHaveLength(100);
  });

  it.each([0, 1, 2, 3])('splits no emoji at either cut, behind %i letters', (letters) => {
    const { text } = keepHeadAndTail('a'.repeat(letters) + '\u{1F600}'.repeat(5_000), 1_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toContain('\ufffd');
    expect(text.length).toBeLessThanOrEqual(1_000);
    expect(text.length).toBeGreaterThanOrEqual(998);
  });

  it('replaces lone surrogates that were there before', () => {
    expect(keepHeadAndTail('a\ud800b', 100).text).toBe('a\ufffdb');
    expect(keepHeadAndTail('\ud800'.repeat(200), 100).text.isWellFormed()).toBe(true);
  });

  it('holds any limit for any text', () => {
    const text = fc.string({
      unit: fc.integer({ min: 0xd700, max: 0xe100 }).map((unit) => String.fromCharCode(unit)),
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (input, maxChars) => {
        const kept = keepHeadAndTail(input.repeat(4), maxChars);
        expect(kept.text.length).toBeLessThanOrEqual(maxChars);
        expect(kept.text.isWellFormed()).toBe(true);
        expect(kept.truncated).toBe(input.length * 4 > maxChars);
      }),
    );
  });
});
