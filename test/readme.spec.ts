import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { main } from './support/readme-example.js';

const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  it('shows the code that runs here', () => {
    const example = readFileSync('test/support/readme-example.ts', 'utf8').trim();
    expect(readme).toContain(`\`\`\`ts\n${example}\n\`\`\``);
  });

  it('shows the results that this code gives', async () => {
    const { found, wrong } = await main();
    expect(found).toMatchObject({ success: true, output: { number: 'A-17', page: 1, total: 42 } });
    expect(readme).toContain(wrong.error!);
    expect(wrong.metadata.code).toBe('invalid_arguments');
  });

  it('names every failure code', async () => {
    const { TOOL_FAILURE_CODES } = await import('nestjs-tool-executor');
    for (const code of Object.keys(TOOL_FAILURE_CODES)) expect(readme).toContain(`\`${code}\``);
  });

  it('links to files that exist', () => {
    for (const [, target] of readme.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
      expect(() => readFileSync(target!, { flag: 'r' })).not.toThrow(/ENOENT/);
    }
  });
});
