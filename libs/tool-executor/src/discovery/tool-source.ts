import type { DefinedTool } from '../tool/defined-tool.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';

/** A tool, or nothing for a name that this source doesn't have. @publicApi */
export type ToolSourceAnswer = DefinedTool | null | undefined;

/**
 * Brings tools that boot can't know: those of a tenant, a database, a foreign server. Name it in
 * `forRoot({ sources })`.
 *
 * Its tools are values of `defineTool()`, compiled once for each of these values: keep the value, and
 * give the same one again. They pass the same gate as any other tool: visibility, validation,
 * permission, journal, trace.
 *
 * Both methods have `sourceTimeoutMs`. One that throws, takes longer or gives something else hides
 * the tools of this source for that call, and the log says so. A source never takes the place of a
 * tool that is registered; of two sources with one name, the first in `sources` has it.
 *
 * @publicApi
 */
export abstract class ToolSource {
  /** The tools that there are for this caller. */
  abstract list(context: ToolExecutionContext): readonly DefinedTool[] | Promise<readonly DefinedTool[]>;

  /**
   * One tool by its exact name, for a call. Only asked for names that no registered tool has and
   * that match `^[A-Za-z][A-Za-z0-9_-]{0,63}$`: a model chooses them, so look them up as data. By
   * default it is looked for in the list.
   */
  resolve(name: string, context: ToolExecutionContext): ToolSourceAnswer | Promise<ToolSourceAnswer> {
    return Promise.resolve(this.list(context)).then((tools) => tools.find((tool) => tool.name === name));
  }
}
