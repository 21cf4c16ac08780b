import { Injectable, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { ToolExecutorModule, ToolExecutorService } from 'nestjs-tool-executor';
import { ToolExecutorToolsModule } from '../../src/tool-executor-tools.module.js';
import type { SearchOption } from '../../src/web-search/search-options.js';
import {
  SearchProvider,
  type SearchRequest,
  type SearchResult,
} from '../../src/web-search/search-provider.js';
import { WebSearchTool } from '../../src/web-search/web-search.tool.js';
import { startSearxng } from '../support/searxng-server.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';

const searxng = startSearxng();
const workspaceDir = temporaryFolder();
write(workspaceDir, 'menu.txt', 'flat white');

@Injectable()
class OwnProvider extends SearchProvider {
  readonly name = 'own';
  answer: unknown = [];

  async search(request: SearchRequest): Promise<readonly SearchResult[]> {
    request.note('a\n<b>note</b>');
    return this.answer as SearchResult[];
  }
}

async function boot(search: SearchOption | undefined, tools?: readonly ['web_search']) {
  const app = await Test.createTestingModule({
    imports: [
      ToolExecutorModule.forRoot({ tracers: [] }),
      ToolExecutorToolsModule.forRoot({ workspaceDir, search, ...(tools && { tools }) }),
    ],
  }).compile();
  app.useLogger(false);
  await app.init();
  const executor = app.get(ToolExecutorService);
  return {
    search: (args: object) => executor.execute({ name: 'web_search', arguments: args }),
    definition: async () => (await executor.list()).find(({ name }) => name === 'web_search'),
  };
}

describe('web_search', () => {
  it('searches the web through SearXNG, and gives plain text', async () => {
    const { search } = await boot({ provider: 'searxng', url: searxng.url });
    expect(await search({ query: 'cats', limit: 1 })).toMatchObject({
      success: true,
      output: {
        query: 'cats',
        provider: 'searxng',
        results: [
          { title: 'Cats & dogs', url: 'https://example.org/cats', snippet: 'About cats.', source: 'ddg' },
        ],
      },
    });
  });

  it('searches the files of the workspace', async () => {
    const { search } = await boot({ provider: 'local' });
    expect((await search({ query: 'white' })).output).toEqual({
      query: 'white',
      provider: 'local',
      results: [{ title: 'menu.txt', url: 'workspace:menu.txt#L1', snippet: 'flat white' }],
    });
  });

  it('says in its description what it searches', async () => {
    expect(await (await boot({ provider: 'local' })).definition()).toMatchObject({
      description: expect.stringContaining('files of the workspace, not the web'),
      traits: { readOnly: true, openWorld: false, timeoutMs: 15_000 },
    });
    const url = 'http://127.0.0.1:1';
    expect(await (await boot({ provider: 'searxng', url })).definition()).toMatchObject({
      description: expect.stringMatching(/^Searches the web\./),
      traits: { readOnly: true, openWorld: true, timeoutMs: 15_000 },
    });
  });

  it('does not exist where nobody says where to look', async () => {
    expect(await (await boot(undefined)).definition()).toBeUndefined();
  });

  it('fails at boot where it is named and nobody says where to look', async () => {
    await expect(boot(undefined, ['web_search'])).rejects.toThrow('`search` is missing');
  });

  it.each<[string, () => SearchProvider | Type<SearchProvider>]>([
    ['an instance', () => new OwnProvider()],
    ['a class', () => OwnProvider],
  ])('asks a provider of the application: %s', async (_, provider) => {
    const { search } = await boot(provider());
    expect((await search({ query: 'x' })).output).toEqual({
      query: 'x',
      provider: 'own',
      results: [],
      note: 'a <b>note</b>',
    });
  });

  it('can be a provider of any module, beside the SearchProvider that it asks', async () => {
    const app = await Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot({ tracers: [] })],
      providers: [WebSearchTool, { provide: SearchProvider, useClass: OwnProvider }],
    }).compile();
    app.useLogger(false);
    await app.init();
    const result = await app
      .get(ToolExecutorService)
      .execute({ name: 'web_search', arguments: { query: 'x' } });
    expect(result).toMatchObject({ success: true, output: { provider: 'own' } });
  });

  it('fails where a provider gives no list', async () => {
    const own = new OwnProvider();
    own.answer = { results: [] };
    const { search } = await boot(own);
    expect(await search({ query: 'x' })).toMatchObject({
      success: false,
      error: expect.stringContaining('own gave no list of results'),
      metadata: { code: 'tool_error', retryable: false },
    });
  });

  it('passes on whether a failure of the service may be tried again', async () => {
    const { search } = await boot({ provider: 'searxng', url: searxng.url });
    for (const [status, retryable] of [
      [429, true],
      [403, false],
    ] as const) {
      searxng.answer = (_, response) => void response.writeHead(status).end();
      expect(await search({ query: 'x' })).toMatchObject({
        success: false,
        metadata: { code: 'tool_error', retryable },
      });
    }
  });

  it.each([
    [{ query: '' }],
    [{ query: '  ' }],
    [{ query: 'x'.repeat(401) }],
    [{ query: 'x', limit: 21 }],
    [{ query: 'x', limit: 0 }],
  ])('refuses %j', async (args) => {
    const { search } = await boot({ provider: 'local' });
    expect(await search(args)).toMatchObject({ success: false, metadata: { code: 'invalid_arguments' } });
  });

  it.each([[{ provider: 'google' }], [{}], [{ search: () => [] }], ['local'], [null]])(
    'fails at boot where search is %j',
    async (search) => {
      await expect(boot(search as never)).rejects.toThrow(/ToolExecutorToolsModule: search /);
    },
  );
});
