import { Injectable } from '@nestjs/common';
import { Tool } from 'nestjs-tool-executor';
import { WebSearchArgs } from './web-search.args.js';
import { WebSearchTool } from './web-search.tool.js';

/**
 * `web_search` where its provider searches files: the same tool with a description that says so.
 *
 * @publicApi
 */
@Tool({
  name: 'web_search',
  description:
    'Searches the text files of the workspace, not the web. Gives the path of each file that was found as its title, and the line in its address.',
  parameters: WebSearchArgs,
  readOnly: true,
  timeoutMs: 15_000,
})
@Injectable()
export class WorkspaceSearchTool extends WebSearchTool {}
