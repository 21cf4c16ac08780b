/// <reference lib="es2024.string" />

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { presentResults } from '../../src/web-search/present-results.js';

const WEB = { stripsHtml: true };
const url = 'https://example.org/';

describe('presentResults', () => {
  it('takes HTML, controls and line breaks out of texts of the web', () => {
    const found = [{ title: '<b>A</b>\n&amp; B', url, snippet: 'x\u0000\u202ey<br>z\ud800', source: ' me ' }];
    expect(presentResults(found, 8, WEB)).toEqual([
      { title: 'A & B', url, snippet: 'x y z\ufffd', source: 'me' },
    ]);
  });

  it('leaves what looks like HTML in texts of files', () => {
    const [result] = presentResults(
      [{ title: 'a.html', url: 'workspace:a.html#L1', snippet: '<b>&amp;</b>' }],
      8,
      {
        stripsHtml: false,
      },
    );
    expect(result).toEqual({ title: 'a.html', url: 'workspace:a.html#L1', snippet: '<b>&amp;</b>' });
  });

  it('leaves out what has no address that leads to a page or a file', () => {
    const wrong = [
      'javascript:alert(1)',
      'data:text/html,x',
      'relative',
      '',
      7,
      null,
      `${url}${'x'.repeat(2_000)}`,
      `${url}\n`,
      `${url}a b`,
    ];
    expect(
      presentResults([null, 'text', ...wrong.map((each) => ({ title: 't', url: each }))], 8, WEB),
    ).toEqual([]);
  });

  it('gives no more than the limit, and the address where there is no title', () => {
    expect(presentResults([{ url }, { url }, { url }], 2, WEB)).toEqual([
      { title: url, url, snippet: '' },
      { title: url, url, snippet: '' },
    ]);
  });

  it('gives well-formed texts within their limits, whatever comes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.constant('😀'.repeat(2_000)),
      fc.anything(),
    );
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (title, snippet, source, stripsHtml) => {
        const [result] = presentResults([{ title, url, snippet, source }], 1, { stripsHtml });
        const limits: [string | undefined, number][] = [
          [result!.title, 200],
          [result!.snippet, 500],
          [result!.source, 100],
        ];
        for (const [shown = '', most] of limits) {
          expect(shown.length).toBeLessThanOrEqual(most);
          expect(shown.isWellFormed()).toBe(true);
          expect(shown).not.toMatch(/[\p{Cc}\n]/u);
        }
      }),
    );
  });
});
