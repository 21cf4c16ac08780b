export { ToolExecutorToolsModule } from './tool-executor-tools.module.js';
export type { ProvidedToolName, ToolsExtras } from './tool-executor-tools.module.js';
export type { ShellOptions, ToolsOptions } from './tools.options.js';
export { Workspace } from './workspace/workspace.js';
export type { WorkspaceEntry, WorkspaceFolder, WorkspaceOptions } from './workspace/workspace.js';
export { ReadFileArgs } from './read-file/read-file.args.js';
export { ReadFileTool } from './read-file/read-file.tool.js';
export { ListFilesArgs } from './list-files/list-files.args.js';
export { ListFilesTool } from './list-files/list-files.tool.js';
export type { ListedEntry } from './list-files/list-folder.js';
export type { FileListing } from './list-files/list-tree.js';
export { RunShellArgs } from './run-shell/run-shell.args.js';
export { RunShellTool } from './run-shell/run-shell.tool.js';
export { WebSearchArgs } from './web-search/web-search.args.js';
export { WebSearchTool, type WebSearchAnswer } from './web-search/web-search.tool.js';
export { WorkspaceSearchTool } from './web-search/workspace-search.tool.js';
export { SearchProvider, type SearchRequest, type SearchResult } from './web-search/search-provider.js';
export type { SearchOption } from './web-search/search-options.js';
export { SearxngProvider, type SearxngOptions } from './web-search/searxng.provider.js';
export {
  LocalSearchProvider,
  type LocalSearchLimits,
  type LocalSearchOptions,
} from './web-search/local/local-search.provider.js';
