import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { bootErrorSources } from './support/boot-error-sources.js';
import { tableRows } from './support/table-rows.js';

const rows = tableRows(readFileSync('docs/reference/boot-errors.md', 'utf8')).filter(
  ([message]) => message !== 'message',
);
const sources = bootErrorSources();
const messagesFrom = (file: string): string[] =>
  rows.filter(([, , , from]) => from === `\`${file}\``).map(([message]) => message!);

describe('the page of boot errors', () => {
  it.each(sources.map(({ file, fragments }) => [file, fragments] as const))(
    'has each message that %s makes',
    (file, fragments) => {
      const messages = messagesFrom(file).join('\n');
      expect(fragments.filter((fragment) => !messages.includes(fragment))).toEqual([]);
    },
  );

  it.each(rows.map(([message, , , from]) => [message!, from!] as const))(
    'has no message that the sources do not make: %s',
    (message, from) => {
      const made = sources.find(({ file }) => from === `\`${file}\``)?.fragments ?? [];
      expect(made.some((fragment) => message.includes(fragment))).toBe(true);
    },
  );

  it('says of each message when it comes and what to do', () => {
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))).toEqual([]);
  });
});
