/**
 * Each line as a terminal would leave it when a program overwrites it with carriage returns, as
 * progress bars do: `'a\rb\rc\n'` becomes `'c\n'`. `'\r\n'` stays a line break.
 *
 * A shorter text that overwrites a longer one replaces it whole.
 */
export function collapseCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text;
  let collapsed = '';
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    let visibleEnd = end;
    while (visibleEnd > start && text.charCodeAt(visibleEnd - 1) === 0x0d) visibleEnd -= 1;
    const line = text.slice(start, visibleEnd);
    collapsed += line.slice(line.lastIndexOf('\r') + 1);
    if (newline >= 0) collapsed += visibleEnd < end ? '\r\n' : '\n';
    start = end + 1;
  }
  return collapsed;
}
