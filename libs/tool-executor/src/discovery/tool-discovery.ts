import type { RegisteredTool } from '../tool/registered-tool.js';

/** Finds the tools that modules provide: all of them at boot, and later those of modules that were loaded since. */
export class ToolDiscovery {
  private readonly kept = new WeakSet<RegisteredTool>();
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param explore gives all tools, and the same value for a tool each time
   * @param bind gives a tool the ports that it names
   */
  constructor(
    private readonly explore: () => readonly RegisteredTool[],
    private readonly bind: (tool: RegisteredTool) => Promise<RegisteredTool>,
  ) {}

  /**
   * One search at a time, so that no tool is found twice.
   *
   * @param keep takes what is new. Where it throws, the same is found again
   * @returns the names of what is new, sorted
   * @throws ToolConfigurationError (as a rejection) for a tool that is wired wrongly
   */
  findNew(keep: (tools: readonly RegisteredTool[]) => void): Promise<readonly string[]> {
    const search = this.last.then(async () => {
      const found = this.explore().filter((tool) => !this.kept.has(tool));
      keep(await Promise.all(found.map((tool) => this.bind(tool))));
      for (const tool of found) this.kept.add(tool);
      return found.map(({ definition }) => definition.name).sort();
    });
    this.last = search.catch(() => undefined);
    return search;
  }
}
