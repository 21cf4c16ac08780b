import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { brokenLinks, read } from './support/guide-text.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md'),
].toSorted();

describe('the documentation', () => {
  it.each(pages)('has no broken link in %s', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('lists each guide and reference page in its index', () => {
    const index = read('docs/README.md');
    const listed = globSync(['docs/*.md', 'docs/guides/*.md', 'docs/reference/*.md', 'docs/spec/*.md']);
    const missing = listed
      .map((page) => page.replace('docs/', ''))
      .filter((page) => page !== 'README.md' && !index.includes(`](${page})`));
    expect(missing).toEqual([]);
  });

  it('names each entry point of the packages as public', () => {
    const versions = read('docs/versioning.md');
    for (const path of globSync('libs/*/package.json')) {
      const { name, exports } = JSON.parse(read(path)) as { name: string; exports: Record<string, unknown> };
      for (const entry of Object.keys(exports).filter((key) => key !== './package.json')) {
        expect(versions).toContain(`\`${name}${entry.slice(1)}\``);
      }
    }
  });

  it('says wherever codes are explained that a new one is a minor release', () => {
    expect(read('docs/codes.md')).toMatch(/new code is a minor release/);
    expect(read('docs/versioning.md')).toMatch(/a new failure code.*\| minor/);
  });
});
