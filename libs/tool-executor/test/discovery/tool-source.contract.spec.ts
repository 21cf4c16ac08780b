import { describe, expect, it } from '@jest/globals';
import { ToolSource } from '../../src/discovery/tool-source.js';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolSourceContract } from '../../src/testing/contracts/tool-source.contract.js';
import { defineTool, type DefinedTool } from '../../src/tool/defined-tool.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { countTool } from '../apps/defined-tools.js';

const TOOLS = [countTool('count'), countTool('sum')];

class ListOnly extends ToolSource {
  list(): readonly DefinedTool[] {
    return TOOLS;
  }
}

class ByTenant extends ToolSource {
  async list({ principal }: ToolExecutionContext): Promise<DefinedTool[]> {
    return principal?.tenant === 'acme' ? TOOLS : [];
  }
  override async resolve(name: string, context: ToolExecutionContext): Promise<DefinedTool | null> {
    return (await this.list(context)).find((tool) => tool.name === name) ?? null;
  }
}

class Empty extends ToolSource {
  list(): readonly DefinedTool[] {
    return [];
  }
}

const sources = { ListOnly, ByTenant, Empty };
for (const [name, Source] of Object.entries(sources)) {
  describeContract(
    { describe, it },
    name,
    toolSourceContract(() => new Source()),
  );
}

describe('the contract of tool sources', () => {
  const found = async (source: ToolSource): Promise<string[]> => {
    const broken: string[] = [];
    for (const { title, run } of toolSourceContract(() => source)) {
      await run().catch(() => broken.push(title));
    }
    return broken;
  };
  const listing = (list: () => unknown, resolve?: (name: string) => unknown): ToolSource => {
    class Broken extends ToolSource {
      list(): readonly DefinedTool[] {
        return list() as readonly DefinedTool[];
      }
    }
    const source = new Broken();
    return resolve === undefined ? source : Object.assign(source, { resolve });
  };

  it.each<[string, ToolSource]>([
    ['makes its tools anew each time', listing(() => [countTool('count')])],
    ['lists one name twice', listing(() => [TOOLS[0], countTool('count')])],
    ['lists what defineTool() has not made', listing(() => [{ name: 'count' }])],
    ['lists nothing that is a list', listing(() => new Set(TOOLS))],
    [
      'lists a tool that does not compile',
      listing(((tool) => () => [tool])(defineTool({ name: 'a b', description: 'Counts', execute: () => 0 }))),
    ],
    [
      'resolves whatever name',
      listing(
        () => TOOLS,
        () => TOOLS[0],
      ),
    ],
    [
      'looks names up in an object',
      listing(
        () => [],
        (name) => ({})[name as 'valueOf'],
      ),
    ],
  ])('finds out a source that %s', async (_what, source) => {
    expect(await found(source)).not.toEqual([]);
  });
});
