import { linkSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeContract } from 'nestjs-tool-executor/testing';
import { searchProviderContract } from '../../../src/testing/index.js';
import {
  LocalSearchProvider,
  type LocalSearchLimits,
} from '../../../src/web-search/local/local-search.provider.js';
import { temporaryFolder, write } from '../../support/temporary-folder.js';

const root = temporaryFolder();
let dir: string;
let count = 0;
beforeEach(() => {
  dir = join(root, `w${(count += 1)}`);
  write(dir, 'guides/beans.md', '# Beans\n\nArabica beans are roasted\nin small batches.\n');
  write(dir, 'menu.txt', 'espresso\nflat white\nbeans of the week\n');
});

const signal = new AbortController().signal;
const make = (limits: LocalSearchLimits = {}) => new LocalSearchProvider({ dir, ...limits });

async function search(provider: LocalSearchProvider, query: string, limit = 8) {
  const notes: string[] = [];
  const results = await provider.search({ query, limit, signal, note: (text) => notes.push(text) });
  return { results, paths: results.map(({ title }) => title), notes };
}

describeContract(
  { describe, it },
  'LocalSearchProvider',
  searchProviderContract(() => make(), { found: 'beans' }),
);

describe('LocalSearchProvider: what it finds', () => {
  it('gives the path, the line and the passage', async () => {
    const { results, notes } = await search(make(), 'ARABICA batches');
    expect(results).toEqual([
      {
        title: 'guides/beans.md',
        url: 'workspace:guides/beans.md#L3',
        snippet: 'Arabica beans are roasted\nin small batches.',
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('puts first what holds more of the rare words', async () => {
    for (let i = 0; i < 10; i += 1) write(dir, `common/${i}.txt`, 'coffee coffee coffee');
    write(dir, 'rare.txt', 'coffee with cardamom, and much more about other things');
    expect((await search(make(), 'coffee cardamom')).paths[0]).toBe('rare.txt');
  });

  it('finds a file by its name, and shows its first line', async () => {
    write(dir, 'refund-policy.md', '\n\nSend it back.\n');
    expect((await search(make(), 'refund policy')).results[0]).toEqual({
      title: 'refund-policy.md',
      url: 'workspace:refund-policy.md#L3',
      snippet: 'Send it back.',
    });
  });

  it('finds words in scripts without spaces', async () => {
    write(dir, 'zh.md', '我们的咖啡店在港口。');
    expect((await search(make(), '咖啡')).paths).toEqual(['zh.md']);
  });

  it('shows what is around the word in a long line', async () => {
    write(dir, 'long.txt', `${'filler '.repeat(5_000)}needle${' filler'.repeat(5_000)}`);
    const [{ snippet }] = (await search(make(), 'needle')).results as unknown as [{ snippet: string }];
    expect(snippet).toContain('needle');
    expect(snippet.length).toBeLessThan(400);
  });

  it('writes an address that can be read back, whatever the name', async () => {
    write(dir, 'a b/#1?%.txt', 'needle');
    const [{ url }] = (await search(make(), 'needle')).results as unknown as [{ url: string }];
    expect(url).toBe('workspace:a%20b/%231%3F%25.txt#L1');
  });

  it('finds nothing for a query without words', async () => {
    expect((await search(make(), '?!')).results).toEqual([]);
  });
});

describe('LocalSearchProvider: what it keeps to itself', () => {
  it.each([
    '.env',
    '.env.local',
    '.git/config',
    '.hidden',
    'node_modules/x/index.js',
    'deep/node_modules/y.js',
  ])('does not search %s', async (path) => {
    write(dir, path, 'needle');
    expect((await search(make(), 'needle')).results).toEqual([]);
  });

  it('follows no link, and opens no second name of a file', async () => {
    const outside = write(root, `outside${count}/secret.txt`, 'needle');
    symlinkSync(outside, join(dir, 'link.txt'));
    symlinkSync(join(outside, '..'), join(dir, 'folder'));
    linkSync(outside, join(dir, 'hard.txt'));
    const { results, notes } = await search(make(), 'needle');
    expect([results, notes]).toEqual([[], ['not all files were searched: 1 closed']]);
  });

  it('leaves binary files out without a word', async () => {
    write(dir, 'image.bin', Buffer.from('needle\0needle'));
    expect(await search(make(), 'needle')).toMatchObject({ results: [], notes: [] });
  });
});

describe('LocalSearchProvider: what it looks at', () => {
  it('sees a file that is new, changed or gone', async () => {
    const provider = make();
    expect((await search(provider, 'needle')).paths).toEqual([]);
    const file = write(dir, 'new.txt', 'needle');
    expect((await search(provider, 'needle')).paths).toEqual(['new.txt']);
    write(dir, 'new.txt', 'thread');
    utimesSync(file, 1, 1);
    expect((await search(provider, 'needle')).paths).toEqual([]);
    expect((await search(provider, 'thread')).paths).toEqual(['new.txt']);
    rmSync(file);
    expect((await search(provider, 'thread')).paths).toEqual([]);
  });

  it('sees that a binary file has become a text', async () => {
    const provider = make();
    write(dir, 'x', Buffer.from('needle\0'));
    expect((await search(provider, 'needle')).paths).toEqual([]);
    write(dir, 'x', 'needle in text');
    expect((await search(provider, 'needle')).paths).toEqual(['x']);
  });

  it.each<[string, LocalSearchLimits, string]>([
    ['many', { maxFiles: 2 }, 'more than are looked at'],
    ['large', { maxFileBytes: 60 }, '1 too large'],
    ['many bytes', { maxTotalBytes: 100 }, '1 too large'],
  ])('says what it left out where files are too %s', async (_, limits, note) => {
    write(dir, 'z/last.txt', `needle ${'x '.repeat(40)}`);
    const { results, notes } = await search(make(limits), 'needle');
    expect([results, notes]).toEqual([[], [`not all files were searched: ${note}`]]);
  });

  it.each(['maxFiles', 'maxFileBytes', 'maxTotalBytes'])('refuses a limit that is none: %s', (name) => {
    for (const value of [0, -1, 1.5, NaN, '7'])
      expect(() => make({ [name]: value })).toThrow(`LocalSearchProvider: ${name} (`);
  });
});
