import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printableText } from '../../src/cli/printable-text.js';

// eslint-disable-next-line no-control-regex
const STEERING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code));

describe('text for a terminal', () => {
  it('holds no control but line ends and tabs, whatever came in', () => {
    const unit = fc.oneof(fc.constantFrom(...CONTROLS), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        expect(printableText(parts.join(''))).not.toMatch(STEERING);
      }),
    );
  });

  it('is the same text where there is nothing to escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        // eslint-disable-next-line no-control-regex
        fc.pre(!/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text));
        expect(printableText(text)).toBe(text);
      }),
    );
  });
});
