import { Inject, Injectable } from '@nestjs/common';
import { Tool, ToolError, type ToolContext, type ToolHandler } from 'nestjs-tool-executor';
import { RESOLVED_TOOLS_OPTIONS } from '../tools.tokens.js';
import type { ResolvedToolsOptions } from '../tools.options.js';
import { Workspace } from '../workspace/workspace.js';
import { quotePath } from '../workspace/workspace.errors.js';
import { ReadFileArgs } from './read-file.args.js';
import { readText, type ReadTextOutcome } from './read-text.js';

/**
 * `read_file`: the text of a file, or some of its lines, as they are (a BOM is dropped). A long text
 * is cut to head and tail by the executor; `offset` and `limit` give the middle.
 *
 * One call reads at most `maxFileBytes` from the start of the file, so lines beyond them can't be reached.
 *
 * @publicApi
 */
@Tool({
  name: 'read_file',
  description:
    'Reads a text file of the workspace. The middle of a long text is left out; use offset and limit to read a part of the file by its lines.',
  parameters: ReadFileArgs,
  readOnly: true,
  timeoutMs: 5_000,
})
@Injectable()
export class ReadFileTool implements ToolHandler<ReadFileArgs> {
  constructor(
    @Inject(Workspace) private readonly workspace: Workspace,
    @Inject(RESOLVED_TOOLS_OPTIONS) private readonly options: Pick<ResolvedToolsOptions, 'maxFileBytes'>,
  ) {}

  async execute(args: ReadFileArgs, context: ToolContext): Promise<string> {
    const offset = args.offset ?? 1;
    const limit = args.limit ?? Infinity;
    const { handle, stats } = await this.workspace.openFile(args.path);
    let outcome: ReadTextOutcome;
    try {
      outcome = await readText(handle, {
        offset,
        limit,
        maxBytes: this.options.maxFileBytes,
        signal: context.signal,
      });
    } finally {
      await handle.close();
    }
    const path = quotePath(args.path);
    if (outcome.binary) {
      throw new ToolError(`${path} is a binary file of ${stats.size} bytes, not text`, { retryable: false });
    }
    const stoppedAt = `stopped after ${this.options.maxFileBytes} bytes, in line ${outcome.lines}; the file has ${stats.size} bytes`;
    if (offset > 1 && outcome.lines < offset) {
      const reach = outcome.cut ? stoppedAt : `the last line is ${outcome.lines}`;
      throw new ToolError(`${path} has no line ${offset} that can be read: ${reach}`, { retryable: false });
    }
    return outcome.cut ? `${outcome.text}\n[${stoppedAt}]` : outcome.text;
  }
}
