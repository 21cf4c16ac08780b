import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineSelection } from '../../src/read-file/line-selection.js';

const select = (pieces: readonly string[], first: number, count: number): LineSelection => {
  const selection = new LineSelection(first, count);
  for (const piece of pieces) selection.add(piece);
  return selection;
};

const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', 'é'), { maxLength: 40 });

describe('LineSelection', () => {
  it.each([
    [1, 1, 'a\n'],
    [2, 1, 'b\r\n'],
    [2, 2, 'b\r\nc'],
    [3, 5, 'c'],
    [4, 1, ''],
    [1, Infinity, 'a\nb\r\nc'],
  ])('takes from line %d on %d lines', (first, count, expected) => {
    expect(select(['a\nb\r\nc'], first, count).text).toBe(expected);
  });

  it('gives the same lines however the text is cut into pieces', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (pieces, first, count) => {
          expect(select(pieces, first, count).text).toBe(select([pieces.join('')], first, count).text);
        },
      ),
    );
  });

  it('gives slices that put together are the text', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (pieces, count) => {
        const { lines } = select(pieces, 1, Infinity);
        let together = '';
        for (let first = 1; first <= lines; first += count) together += select(pieces, first, count).text;
        expect(together).toBe(pieces.join(''));
      }),
    );
  });

  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
  ])('counts the lines of %j', (whole, lines) => {
    expect(select([whole], 1, Infinity).lines).toBe(lines);
  });

  it('is complete as soon as its last line is', () => {
    const selection = select(['a\nb'], 1, 2);
    expect(selection.complete).toBe(false);
    selection.add('\nc');
    expect(selection.complete).toBe(true);
    expect(selection.text).toBe('a\nb\n');
  });
});
