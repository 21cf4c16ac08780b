// Other names stay: in `List<String>` and `<your-name>` they are the text itself.
const ELEMENTS =
  'a|abbr|article|b|blockquote|body|br|button|center|cite|code|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|noscript|object|ol|p|picture|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|template|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr';

// No tag goes on past the next "<", so no character is looked at by more than one of them.
const TAG = new RegExp(`</?(${ELEMENTS})(?=[\\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>`, 'gi');
const BLOCK = /<!--|<(script|style)(?=[\s/>])/gi;
/** Words on either side of these belong together: `super<b>market</b>`. */
const INLINE =
  /^(?:a|abbr|b|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/i;

/**
 * The text of a piece of HTML: comments, scripts, styles and tags are dropped, then character
 * references are read once, so that `&lt;b&gt;` is the text `<b>`. Takes time in proportion to the
 * length, whatever is left open. A comment or script that never ends takes the rest with it.
 *
 * Not a sanitiser: what comes out is text, and must be escaped again wherever HTML is expected.
 */
export function stripHtml(html: string): string {
  return readReferences(dropBlocks(html).replace(TAG, (_, name: string) => (INLINE.test(name) ? '' : ' ')));
}

function dropBlocks(text: string): string {
  if (!text.includes('<')) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    BLOCK.lastIndex = from;
    const open = BLOCK.exec(text);
    if (open === null) return kept + text.slice(from);
    kept += `${text.slice(from, open.index)} `;
    const close = open[1] === undefined ? /-->/g : new RegExp(`</${open[1]}[^<>]*>`, 'gi');
    close.lastIndex = BLOCK.lastIndex;
    if (close.exec(text) === null) return kept;
    from = close.lastIndex;
  }
}

const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  euro: '€',
};

function readReferences(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : whole;
    const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return String.fromCodePoint(isCharacter ? point : 0xfffd);
  });
}
