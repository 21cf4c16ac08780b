import type { ModuleRef } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import type { Workspace } from '../workspace/workspace.js';
import { LocalSearchProvider, type LocalSearchLimits } from './local/local-search.provider.js';
import { SearchProvider } from './search-provider.js';
import { SearxngProvider, type SearxngOptions } from './searxng.provider.js';

/**
 * Where `web_search` looks: in the files of the workspace, through an instance of SearXNG, or in a
 * provider of your own; its class is created with what the module's `imports` bring in.
 *
 * @publicApi
 */
export type SearchOption =
  | ({ readonly provider: 'local' } & LocalSearchLimits)
  | ({ readonly provider: 'searxng' } & SearxngOptions)
  | SearchProvider
  | Type<SearchProvider>;

/** @throws Error that names the option and what it should be */
export async function makeSearchProvider(
  option: SearchOption,
  workspace: Workspace,
  moduleRef: ModuleRef,
): Promise<SearchProvider> {
  if (typeof option === 'function') return requireProvider(await moduleRef.create<SearchProvider>(option));
  if (!('provider' in option)) return requireProvider(option);
  const { provider, ...options } = option;
  if (provider === 'local') return new LocalSearchProvider({ ...options, dir: workspace });
  if (provider === 'searxng') return new SearxngProvider(options as SearxngOptions);
  throw wrong(`provider (${JSON.stringify(provider)}) must be 'local' or 'searxng'`);
}

function requireProvider(given: SearchProvider): SearchProvider {
  if (typeof given?.search === 'function' && typeof given.name === 'string' && given.name !== '')
    return given;
  throw wrong(`must be { provider: 'local' }, { provider: 'searxng', url }, or a SearchProvider with a name`);
}

const wrong = (why: string): Error => new Error(`ToolExecutorToolsModule: search ${why}`);
