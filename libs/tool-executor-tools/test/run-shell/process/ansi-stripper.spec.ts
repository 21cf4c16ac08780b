import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AnsiStripper } from '../../../src/run-shell/process/ansi-stripper.js';

const strip = (...pieces: string[]): string => {
  const stripper = new AnsiStripper();
  return pieces.map((piece) => stripper.strip(piece)).join('');
};

const ESC = '\u001b';

describe('AnsiStripper', () => {
  it.each([
    ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['colours of 24 bits', `${ESC}[38;2;1;2;3mx${ESC}[m`, 'x'],
    ['cursor movements', `a${ESC}[2K${ESC}[1;1H${ESC}[?25lb`, 'ab'],
    ['the one-character CSI', '\u009b1mx', 'x'],
    ['titles that end with BEL', `${ESC}]0;title\u0007x`, 'x'],
    ['titles that end with ST', `${ESC}]0;title${ESC}\\x`, 'x'],
    ['hyperlinks, keeping their text', `${ESC}]8;;http://x\u0007link${ESC}]8;;\u0007`, 'link'],
    ['device control strings', `${ESC}Pq#0;2;0${ESC}\\x`, 'x'],
    ['character sets', `${ESC}(Bx`, 'x'],
    ['two-character escapes', `${ESC}Mx${ESC}=y${ESC}7z`, 'xyz'],
    ['a sequence within a string that it ends', `${ESC}]0;t${ESC}[31mred`, 'red'],
    ['an escape that is cut off at the end', `x${ESC}[3`, 'x'],
    ['an escape before text that is none of its own', `${ESC}\nx`, '\nx'],
    ['a malformed CSI, keeping the character that ends it', `${ESC}[1\nx`, '\nx'],
    ['a doubled escape', `${ESC}${ESC}[1mx`, 'x'],
  ])('removes %s', (_name, text, expected) => {
    expect(strip(text)).toBe(expected);
  });

  it('lets an unclosed string swallow no more than its line', () => {
    expect(strip(`a${ESC}]0;title\nb\n`)).toBe('a\nb\n');
  });

  it('leaves text that was encoded twice alone', () => {
    expect(strip('â€\u009d and â€\u0090 stay')).toBe('â€\u009d and â€\u0090 stay');
  });

  it('gives the same text wherever the pieces are cut', () => {
    const part = fc.constantFrom(
      ESC,
      '[',
      ']',
      '3',
      '1',
      'm',
      ';',
      '\u0007',
      '\\',
      '\n',
      'P',
      '(',
      'x',
      '\u009b',
      '\u009c',
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))), (pieces) => {
        expect(strip(...pieces)).toBe(strip(pieces.join('')));
      }),
    );
  });

  it('never changes a text without introducers, nor its own result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = strip(text);
        expect(strip(once)).toBe(once);
        if (!text.includes(ESC) && !text.includes('\u009b')) expect(once).toBe(text);
      }),
    );
  });
});
