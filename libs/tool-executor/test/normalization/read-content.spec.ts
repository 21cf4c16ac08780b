import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readContent } from '../../src/normalization/read-content.js';
import { CallFailure } from '../../src/tool/call-failure.js';
import { hostileValue, type Behaviour } from '../support/hostile-values.js';

const MAX_BYTES = 8 * 1024 * 1024;
const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const problemOf = (given: unknown): string => {
  try {
    readContent(given, 1_000);
  } catch (failure) {
    if (CallFailure.is(failure)) return failure.message;
    throw failure;
  }
  throw new Error('it was accepted');
};

describe('readContent', () => {
  it.each<[string, object, object]>([
    ['an image as base64', image, image],
    [
      'an image by its address',
      { ...image, data: undefined, uri: 'https://example.com/a.png' },
      { type: 'image', mimeType: 'image/png', uri: 'https://example.com/a.png' },
    ],
    [
      'bytes, as base64',
      { type: 'audio', mimeType: 'audio/wav', data: new Uint8Array([104, 105]) },
      { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
    ],
    [
      'a view of bytes, as the bytes in view',
      { ...image, data: new Uint8Array([0, 104, 105, 0]).subarray(1, 3) },
      image,
    ],
    ['a text, as plain text', { type: 'text', text: '' }, { type: 'text', mimeType: 'text/plain', text: '' }],
    [
      'a text of a kind',
      { type: 'text', mimeType: 'text/html; charset=utf-8', text: '<b>' },
      { type: 'text', mimeType: 'text/html; charset=utf-8', text: '<b>' },
    ],
    [
      'a resource with its text',
      { type: 'resource', uri: 'file:///a.csv', mimeType: 'text/csv', text: 'a,b' },
      { type: 'resource', mimeType: 'text/csv', text: 'a,b', uri: 'file:///a.csv' },
    ],
    [
      'a resource of unknown kind',
      { type: 'resource', uri: 'db://orders/7' },
      { type: 'resource', mimeType: 'application/octet-stream', uri: 'db://orders/7' },
    ],
    ['a name on one line', { ...image, name: 'a\nb\u202ec' }, { ...image, name: 'a\\u{a}b\\u{202e}c' }],
    ['no key that it does not know', { ...image, bytes: 1, secret: 'x' }, image],
  ])('takes %s', (_what, given, block) => {
    expect(readContent([given], 1_000)).toEqual([block]);
  });

  it.each([[undefined], [null], [[]]])('takes %j for no content', (given) => {
    expect(readContent(given, 1_000)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['what is no list', image, '`content` of its output must be an array'],
    ['too many blocks', Array.from({ length: 33 }, () => image), 'may have 32 blocks, not 33'],
    ['a huge sparse list', new Array(4_000_000_000), 'may have 32 blocks'],
    ['a block that is text', ['x'], '`content[0].type`'],
    ['null', [null], '`content[0]` of its output is no content block'],
    [
      'an unknown type',
      [image, { ...image, type: 'video' }],
      '`content[1].type` of its output must be text, image, audio, resource',
    ],
    ['an inherited type', [{ ...image, type: 'constructor' }], '`content[0].type`'],
    [
      'no part',
      [{ type: 'image', mimeType: 'image/png' }],
      '`content[0]` of its output must have `data` or `uri`',
    ],
    ['two parts', [{ ...image, uri: 'https://example.com/' }], 'must have `data` or `uri`'],
    ['a part that another type has', [{ type: 'text', data: 'aGk=' }], 'must have `text`'],
    ['a resource with data and text', [{ type: 'resource', data: 'aGk=', text: 'x' }], 'must have'],
    [
      'an image without a MIME type',
      [{ type: 'image', data: 'aGk=' }],
      '`content[0].mimeType` of its output must be a MIME type',
    ],
    ['a MIME type of another type', [{ ...image, mimeType: 'text/html' }], 'must begin with image/'],
    ['a MIME type with a line break', [{ ...image, mimeType: 'image/png\r\nx: y' }], 'must be a MIME type'],
    ['base64 that is cut', [{ ...image, data: 'aGk' }], 'must be base64, or bytes'],
    ['base64 for URLs', [{ ...image, data: 'a-_=' }], 'must be base64, or bytes'],
    ['a data URL', [{ ...image, data: 'data:image/png;base64,aGk=' }], 'must be base64, or bytes'],
    ['a relative address', [{ type: 'resource', uri: '../secret' }], '`content[0].uri`'],
    [
      'too long an address',
      [{ type: 'resource', uri: `https://example.com/${'a'.repeat(2_048)}` }],
      '`content[0].uri`',
    ],
    [
      'too many bytes',
      [{ ...image, data: new Uint8Array(MAX_BYTES + 1) }],
      `has more than ${MAX_BYTES} bytes`,
    ],
    [
      'too many bytes in all',
      [{ ...image, data: new Uint8Array(MAX_BYTES) }, image],
      '`content[1]` of its output goes beyond',
    ],
    [
      'too much text in all',
      [
        { type: 'text', text: 'x'.repeat(600) },
        { type: 'text', text: 'x'.repeat(600) },
      ],
      '`content[1]` of its output goes beyond the 1000 characters',
    ],
    ['a name that is no text', [{ ...image, name: 7 }], '`content[0].name` of its output must be text'],
  ])('refuses %s, by its place', (_what, given, problem) => {
    expect(problemOf(given)).toContain(problem);
  });

  it('reads each part once: what it has judged is what it gives', () => {
    let reads = 0;
    const given = {
      ...image,
      get data() {
        return reads++ === 0 ? 'aGk=' : '<script>';
      },
    };
    expect(readContent([given], 1_000)).toEqual([image]);
    expect(reads).toBe(1);
  });

  it('never throws anything but invalid_output, whatever it is given', () => {
    const block = fc.record({
      type: fc.constantFrom('text', 'image', 'audio', 'resource'),
      mimeType: fc.anything(),
      data: fc.anything(),
      text: fc.anything(),
      uri: fc.anything(),
    });
    // Makers: a value may be one that the generator can't look at.
    const makers = fc.oneof(
      hostileValue,
      fc.oneof(fc.anything(), block).map(
        (value): Behaviour =>
          () =>
            value,
      ),
      fc
        .tuple(block, fc.constantFrom('mimeType', 'data', 'name'), hostileValue)
        .map(([fields, key, make]): Behaviour => () => ({ ...fields, [key]: make() })),
    );
    fc.assert(
      fc.property(fc.array(makers, { maxLength: 3 }), fc.boolean(), (made, isListed) => {
        const values = made.map((make) => make());
        try {
          readContent(isListed ? values : values[0], 1_000);
        } catch (failure) {
          expect(CallFailure.is(failure) && failure.code).toBe('invalid_output');
        }
      }),
    );
  });
});
