import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stripHtml } from '../../src/web-search/strip-html.js';

describe('stripHtml', () => {
  it.each([
    ['plain text', 'plain text'],
    ['super<b>market</b>', 'supermarket'],
    ['one<br>two<br/>three', 'one two three'],
    ['<p class="a>b">x</p>', ' x '],
    ["<a href='x' title='1 > 0'>y</a>", 'y'],
    ['a <script>let x = "<b>";</script> b', 'a   b'],
    ['<STYLE type="x">p{}</Style >z', ' z'],
    ['a<!-- <b>hidden</b> -->b', 'a b'],
    ['a<script>never closed', 'a '],
    ['a<!-- never closed', 'a '],
    ['Tom &amp; Jerry &lt;b&gt; &#39;x&#39; &#x1F600;', "Tom & Jerry <b> 'x' 😀"],
    ['&amp;lt;', '&lt;'],
    ['&#0; &#xD800; &#9999999;', '\ufffd \ufffd \ufffd'],
    ['&unknown; & &; &constructor;', '&unknown; & &; &constructor;'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['List<String> and <your-name>', 'List<String> and <your-name>'],
    ['a <b', 'a <b'],
  ])('makes text of %j', (html, text) => {
    expect(stripHtml(html)).toBe(text);
  });

  it('leaves text without "<" and "&" as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const plain = text.replaceAll(/[<&]/g, '');
        expect(stripHtml(plain)).toBe(plain);
      }),
    );
  });

  it('leaves no tag that is closed', () => {
    const piece = fc.constantFrom(
      '<b>',
      '</b>',
      '<a href="x">',
      '<br/>',
      'word',
      ' ',
      '>',
      '"',
      '<script>x</script>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(stripHtml(pieces.join(''))).not.toMatch(/<\/?(?:b|a|br|script)[^<>]*>/);
      }),
    );
  });

  // Quadratic work on a text of this size would run into the limit of the test.
  it.each(['<b ', '<a "', "<a '", '<script>', '<!--', '<', '&#', '<b "">'])(
    'gets through %j a million times',
    (piece) => {
      expect(stripHtml(piece.repeat(1_000_000)).length).toBeLessThanOrEqual(piece.length * 1_000_000);
    },
  );
});
