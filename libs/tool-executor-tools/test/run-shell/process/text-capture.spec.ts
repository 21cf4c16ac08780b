/// <reference lib="es2024.string" />
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_CAPTURED_CHARS, TextCapture } from '../../../src/run-shell/process/text-capture.js';

const capture = (chunks: readonly Uint8Array[], wholeChars?: number) => {
  const into = new TextCapture(wholeChars);
  for (const chunk of chunks) into.write(chunk);
  return into.end();
};
const captureText = (text: string, wholeChars?: number) => capture([Buffer.from(text)], wholeChars);

const MARKER = '\n[truncated]\n';

/** Cuts bytes into chunks of the given sizes, over and over. */
function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length]!;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

describe('TextCapture', () => {
  it('keeps a text whole up to the room that head, marker and tail take', () => {
    const text = 'x'.repeat(MAX_CAPTURED_CHARS);
    expect(captureText(text)).toEqual({ text, size: MAX_CAPTURED_CHARS });
    expect(MAX_CAPTURED_CHARS).toBe(4_013);
  });

  it('keeps the first and the last 2,000 characters of a longer text around one marker', () => {
    const text = `${'h'.repeat(2_000)}${'m'.repeat(14)}${'t'.repeat(2_000)}`;
    expect(captureText(text)).toEqual({
      text: `${'h'.repeat(2_000)}${MARKER}${'t'.repeat(2_000)}`,
      size: 4_014,
    });
  });

  it('gives the same however the bytes are cut into chunks', () => {
    const part = fc.constantFrom('a', 'é', '猫', '\u{1F600}', '\u001b[31m', '\n', 'x'.repeat(700));
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
        (parts, sizes) => {
          const bytes = Buffer.from(parts.join(''));
          expect(capture([...cut(bytes, sizes)])).toEqual(capture([bytes]));
        },
      ),
    );
  });

  it.each([0, 1, 2, 3])(
    'splits no surrogate pair at either cut, with %d characters before the pairs',
    (before) => {
      const { text } = captureText(`${'a'.repeat(before)}${'\u{1F600}'.repeat(5_000)}`);
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeGreaterThanOrEqual(MAX_CAPTURED_CHARS - 2);
      expect(text.split('[truncated]')).toHaveLength(2);
    },
  );

  it('removes control sequences before it cuts, and does not count them', () => {
    const line = `\u001b[32m${'g'.repeat(9)}\u001b[0m\n`;
    const { text, size } = captureText(line.repeat(1_000));
    expect(size).toBe(10_000);
    expect(text).toBe(`${'ggggggggg\n'.repeat(200)}${MARKER}${'ggggggggg\n'.repeat(200)}`);
  });

  it('drops a BOM, replaces invalid bytes, and flushes half a character at the end', () => {
    expect(capture([Buffer.from([0xef, 0xbb]), Buffer.from([0xbf, 0x61, 0xff, 0x62, 0xe2, 0x82])])).toEqual({
      text: 'a\ufffdb\ufffd',
      size: 4,
    });
  });

  it('keeps a text whole up to a larger size where that is asked for', () => {
    const text = 'x'.repeat(10_000);
    expect(captureText(text, 10_000)).toEqual({ text, size: 10_000 });
    expect(captureText(`${text}y`, 10_000).text).toBe(`${'x'.repeat(2_000)}${MARKER}${'x'.repeat(1_999)}y`);
  });

  it('holds no more after 200 MB than after 10 KB', () => {
    const into = new TextCapture();
    const chunk = Buffer.from('0123456789abcdef\n'.repeat(60_000));
    for (let written = 0; written < 200_000_000; written += chunk.length) into.write(chunk);
    const { text, size } = into.end();
    expect(size).toBeGreaterThanOrEqual(200_000_000);
    expect(text).toHaveLength(MAX_CAPTURED_CHARS);
  });
});
