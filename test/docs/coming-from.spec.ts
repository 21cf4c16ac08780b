import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import * as core from 'nestjs-tool-executor';
import { codeBlocks, read } from './support/guide-text.js';
import { turn } from './support/loop-example.js';
import { ShopModule } from './support/observability-example.js';

const guide = read('docs/guides/coming-from.md');

describe('the guide for those who come from elsewhere', () => {
  it('names only API that there is', () => {
    const here = [...guide.matchAll(/^\|.*\|(.*)\|$/gm)].map(([, cell]) => cell!).join('\n');
    const named = [...here.matchAll(/`(Tool[A-Z]\w+|(?:create|define|should|tool)[A-Z]\w+)(?:\(|`)/g)];
    const names = new Set(named.map(([, name]) => name!));
    expect(names.size).toBeGreaterThan(5);
    for (const name of names) expect(core).toHaveProperty(name);
  });

  it('shows a loop that is compiled', () => {
    const source = read('test/docs/support/loop-example.ts');
    const code = codeBlocks(guide, 'ts');
    expect(code.length).toBeGreaterThan(0);
    for (const block of code) expect(source).toContain(block);
  });

  it('shows a loop that gives a model what it can go on with', async () => {
    const module = await Test.createTestingModule({ imports: [ShopModule] }).compile();
    module.useLogger(false);
    await module.init();
    const executor = module.get(core.ToolExecutorService);
    const calls = [
      { id: 'call_1', name: 'find_order', arguments: '{"number":"A-17"}' },
      { id: 'call_2', name: 'find_order', arguments: '{"nr":"A-17"}' },
    ];
    const answers = await turn(executor, { ask: async () => calls }, {});
    await module.close();
    expect(answers).toEqual([
      { id: 'call_1', isError: false, text: '{"number":"A-17","total":42}' },
      { id: 'call_2', isError: true, text: expect.stringContaining('`number` is required') },
    ]);
  });
});
