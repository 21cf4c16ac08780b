import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collapseCarriageReturns } from '../../src/text/collapse-carriage-returns.js';
import { stripAnsi } from '../../src/text/strip-ansi.js';

const ESC = '\u001b';

describe('stripAnsi', () => {
  it.each([
    ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['24-bit colours', `${ESC}[38;2;1;2;3mx${ESC}[m`, 'x'],
    ['colon parameters', `${ESC}[4:3mx${ESC}[0m`, 'x'],
    ['private modes', `${ESC}[?25lx${ESC}[?25h`, 'x'],
    ['8-bit CSI', '\u009b31mred\u009b0m', 'red'],
    ['a hyperlink closed by BEL, but not its text', `${ESC}]8;;http://x\u0007link${ESC}]8;;\u0007`, 'link'],
    [
      'a hyperlink closed by ST, but not its text',
      `${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\`,
      'link',
    ],
    ['a title', `${ESC}]0;pwn\u0007text`, 'text'],
    ['a device control string', `${ESC}P1$r0m${ESC}\\text`, 'text'],
    ['an application command', `${ESC}_Gf=24;AAAA${ESC}\\text`, 'text'],
    ['a character set', `${ESC}(Btext${ESC})0`, 'text'],
    ['two-character sequences', `${ESC}7a${ESC}8b${ESC}c`, 'ab'],
    ['a sequence that was cut', `text${ESC}[38;2`, 'text'],
    ['a title that is never closed, up to the end of its line', `${ESC}]0;pwn\nnext`, '\nnext'],
  ])('removes %s', (_, text, plain) => {
    expect(stripAnsi(text)).toBe(plain);
  });

  it('leaves text without sequences alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(stripAnsi(text)).toBe(text);
      }),
    );
  });

  it('leaves no escape character behind', () => {
    const hostile = fc.array(
      fc.constantFrom(ESC, '[', ']', '\u009b', '\u0007', '\\', ';', '1', 'm', 'P', '\n', 'x'),
    );
    fc.assert(
      fc.property(hostile, (parts) => {
        expect(stripAnsi(parts.join(''))).not.toContain(ESC);
      }),
    );
  });

  it.each([`${ESC}[`, `${ESC}]`, `${ESC}[1;`, `${ESC}P`, '\u009d', `${ESC} `])(
    'gets through a megabyte of %j',
    (part) => {
      expect(stripAnsi(part.repeat(1_000_000 / part.length) + '\nend')).toMatch(/end$/);
    },
  );
});

describe('collapseCarriageReturns', () => {
  it.each([
    ['a\rb\rc\n', 'c\n'],
    ['10%\r50%\r100%\ndone\n', '100%\ndone\n'],
    ['a\r\nb\r\n', 'a\r\nb\r\n'],
    ['a\rb\r\nc', 'b\r\nc'],
    ['working\r', 'working'],
    ['\r\r\n', '\r\n'],
    ['\rtext', 'text'],
    ['plain\n', 'plain\n'],
    ['', ''],
  ])('makes %j %j', (text, collapsed) => {
    expect(collapseCarriageReturns(text)).toBe(collapsed);
  });

  it('keeps all line breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\r', '\n', 'bc')), (parts) => {
        const text = parts.join('');
        expect(collapseCarriageReturns(text).split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });
});
