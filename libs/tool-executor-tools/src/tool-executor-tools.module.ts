import { ConfigurableModuleBuilder, Module, type Provider, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { provideToolset } from 'nestjs-tool-executor';
import { ListFilesTool } from './list-files/list-files.tool.js';
import { ReadFileTool } from './read-file/read-file.tool.js';
import { RunShellTool } from './run-shell/run-shell.tool.js';
import { resolveToolsOptions, type ResolvedToolsOptions, type ToolsOptions } from './tools.options.js';
import { RESOLVED_TOOLS_OPTIONS } from './tools.tokens.js';
import { makeSearchProvider } from './web-search/search-options.js';
import { WebSearchTool } from './web-search/web-search.tool.js';
import { WorkspaceSearchTool } from './web-search/workspace-search.tool.js';
import { Workspace } from './workspace/workspace.js';

const TOOLS = {
  read_file: ReadFileTool,
  list_files: ListFilesTool,
  run_shell: RunShellTool,
  web_search: WebSearchTool,
} as const satisfies Record<string, Type<unknown>>;

/** @publicApi */
export type ProvidedToolName = keyof typeof TOOLS;

/** What is settled when the module is imported, even where the options come later. @publicApi */
export interface ToolsExtras {
  /** The tools to provide; what isn't named doesn't exist. @default all of them; `web_search` only with `search` */
  readonly tools?: readonly ProvidedToolName[];
  /** The toolset that they are in, for an executor that takes some toolsets alone. @default none */
  readonly toolset?: string;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ToolsOptions>()
  .setClassMethodName('forRoot')
  .setExtras<ToolsExtras>({ tools: undefined, toolset: undefined }, (definition, { tools, toolset }) => {
    const provided = chooseTools(tools);
    return {
      ...definition,
      providers: [
        ...(definition.providers ?? []),
        ...(toolset === undefined ? [] : [provideToolset(toolset)]),
        ...provided.map((tool) => (tool === WebSearchTool ? webSearchProvider(tools !== undefined) : tool)),
      ],
      exports: [...(definition.exports ?? []), ...provided],
    };
  })
  .build();

/**
 * Provides `read_file`, `list_files` and `run_shell`, which all work in one folder, and `web_search`
 * where the option `search` says where to look:
 *
 * ```ts
 * ToolExecutorToolsModule.forRoot({ workspaceDir: './workspace', tools: ['read_file', 'list_files'] })
 * ```
 *
 * Wrong options fail at boot. Importing it starts nothing and opens nothing.
 *
 * @publicApi
 */
@Module({
  providers: [
    {
      provide: RESOLVED_TOOLS_OPTIONS,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: (options: ToolsOptions) => resolveToolsOptions(options),
    },
    {
      provide: Workspace,
      inject: [RESOLVED_TOOLS_OPTIONS],
      useFactory: (options: ResolvedToolsOptions) => new Workspace(options.workspaceDir, options),
    },
  ],
  exports: [Workspace],
})
export class ToolExecutorToolsModule extends ConfigurableModuleClass {}

function chooseTools(names: ToolsExtras['tools']): Type<unknown>[] {
  if (names === undefined) return Object.values(TOOLS);
  return [...new Set(names)].map((name) => {
    if (!Object.hasOwn(TOOLS, name)) {
      throw new Error(
        `ToolExecutorToolsModule: there is no tool ${JSON.stringify(name)}; tools may name ${Object.keys(TOOLS).join(', ')}`,
      );
    }
    return TOOLS[name];
  });
}

/**
 * Which tool it is depends on options that come later: its description says whether it searches the
 * web or files. Without `search` there is none, as an unasked default would reach out by itself.
 *
 * @param isNamed the application asks for it by name
 */
function webSearchProvider(isNamed: boolean): Provider {
  return {
    provide: WebSearchTool,
    inject: [RESOLVED_TOOLS_OPTIONS, Workspace, ModuleRef],
    useFactory: async ({ search }: ResolvedToolsOptions, workspace: Workspace, moduleRef: ModuleRef) => {
      if (search === undefined) {
        if (!isNamed) return undefined;
        throw new Error(
          "ToolExecutorToolsModule: tools names web_search, and `search` is missing; set it to such as { provider: 'local' }",
        );
      }
      const provider = await makeSearchProvider(search, workspace, moduleRef);
      return provider.searches === 'workspace'
        ? new WorkspaceSearchTool(provider)
        : new WebSearchTool(provider);
    },
  };
}
