import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scanJson } from '../../src/intake/scan-json.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const pieces = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '1',
  '-0.5e3',
  'true',
  'null',
  ' ',
  '\\',
  'x',
  '0',
);

describe('scanJson', () => {
  it('finds an error exactly where JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((list) => list.join('')),
          fc.json(),
          fc.string(),
        ),
        (text) => {
          expect(scanJson(text) === -1).toBe(isJson(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('points past the end of text that is cut, wherever the cut is in a structure or a string', () => {
    const text = '{"key":["a\\u00e9\\n", {"b": "c"}]}';
    for (let end = 1; end < text.length; end++) expect(scanJson(text.slice(0, end))).toBe(end);
  });

  it('visits each number with its path', () => {
    const visited: string[] = [];
    scanJson('{"a":[1,{"b":-2.5}],"c":3,"d":"4"}', (literal, path) => {
      visited.push(`${path.join('/')}=${literal}`);
      return false;
    });
    expect(visited).toEqual(['a/0=1', 'a/1/b=-2.5', 'c=3']);
  });
});
