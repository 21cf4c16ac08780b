import { Inject, Injectable } from '@nestjs/common';
import { Tool, type ToolContext, type ToolHandler } from 'nestjs-tool-executor';
import { Workspace } from '../workspace/workspace.js';
import { ListFilesArgs } from './list-files.args.js';
import { listTree, type FileListing } from './list-tree.js';

/**
 * `list_files`: what a folder of the workspace holds. Links are listed as links; environment files
 * (`.env*`) are left out without a word.
 *
 * @publicApi
 */
@Tool({
  name: 'list_files',
  description: 'Lists the files and folders in a folder of the workspace, with the size of files in bytes.',
  parameters: ListFilesArgs,
  readOnly: true,
  timeoutMs: 5_000,
  // A thousand entries stay a structured value rather than becoming cut text.
  maxOutputChars: 200_000,
})
@Injectable()
export class ListFilesTool implements ToolHandler<ListFilesArgs> {
  constructor(@Inject(Workspace) private readonly workspace: Workspace) {}

  execute(args: ListFilesArgs, context: ToolContext): Promise<FileListing> {
    return listTree(this.workspace, { ...args, signal: context.signal });
  }
}
