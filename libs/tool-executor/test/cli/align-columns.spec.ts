import { describe, expect, it } from '@jest/globals';
import { alignColumns } from '../../src/cli/align-columns.js';

describe('aligned columns', () => {
  it('start at the same character, with no spaces at the ends of lines', () => {
    expect(alignColumns([['a', 'long', ''], ['😀😀', 'b', 'c'], ['d']])).toBe('a   long\n😀😀  b     c\nd');
  });

  it('are cut to the width of a terminal, at a whole character', () => {
    expect(alignColumns([['abc', '😀😀😀'], ['a']], 7)).toBe('abc  😀…\na');
  });

  it('are nothing for no rows', () => {
    expect(alignColumns([])).toBe('');
  });
});
