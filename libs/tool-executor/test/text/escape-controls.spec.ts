import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeControls } from '../../src/text/escape-controls.js';

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

describe('escapeControls', () => {
  it.each([
    ['a line break', 'x\r\n[info] granted', '\\u{d}\\u{a}'],
    ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
    ['a C1 control', '\u009b31m', '\\u{9b}31m'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
    ['a bidi override', '\u202ecod', '\\u{202e}cod'],
    ['a bidi isolate', '\u2066a', '\\u{2066}a'],
    ['a direction mark', '\u200ea\u061c', '\\u{200e}a\\u{61c}'],
    ['a zero-width character', 'a\u200bb\ufeff\u2060', 'a\\u{200b}b\\u{feff}\\u{2060}'],
    ['the tag block', '\u{e0041}', '\\u{e0041}'],
    ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ])('shows %s', (_, text, shown) => {
    expect(escapeControls(text)).toContain(shown);
  });

  it.each(['plain text', 'naïve café', '日本語', 'a😀b', '"quotes" and \\ backslash', 'e\u0301', '\ufffd'])(
    'leaves %j as it is',
    (text) => {
      expect(escapeControls(text)).toBe(text);
    },
  );

  it('gives one printable, well-formed line for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = escapeControls(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });

  it('stays within its limit, and marks a cut with an ellipsis', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, maxChars) => {
        const line = escapeControls(text, maxChars);
        expect(line.length).toBeLessThanOrEqual(maxChars);
        expect(line.isWellFormed()).toBe(true);
        const whole = escapeControls(text);
        if (whole.length <= maxChars) expect(line).toBe(whole);
        else if (maxChars > 0) expect(line.endsWith('…')).toBe(true);
      }),
    );
  });

  it('never cuts within an escape', () => {
    expect(escapeControls('ab\u202ecd', 6)).toBe('ab…');
    expect(escapeControls('ab\u202ecd', 11)).toBe('ab\\u{202e}…');
    expect(escapeControls('ab\u202ecd', 12)).toBe('ab\\u{202e}cd');
  });

  it('cuts a name of a megabyte', () => {
    expect(escapeControls('\u0000'.repeat(1_000_000), 64)).toHaveLength(61);
  });
});
