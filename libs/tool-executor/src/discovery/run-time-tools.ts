import type { DefinedTool } from '../tool/defined-tool.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolCompiler } from './tool-compiler.js';

/** Makes registered tools of definitions that come after the boot, once of each. */
export class RunTimeTools {
  private readonly prepared = new WeakMap<DefinedTool, Promise<RegisteredTool>>();

  /** @param bind gives a tool the ports that it names */
  constructor(
    private readonly compiler: ToolCompiler,
    private readonly bind: (tool: RegisteredTool) => Promise<RegisteredTool>,
  ) {}

  /** @throws ToolConfigurationError (as a rejection, and each time) for a tool that is wired wrongly */
  prepare(defined: DefinedTool): Promise<RegisteredTool> {
    let tool = this.prepared.get(defined);
    if (tool === undefined) {
      tool = this.make(defined);
      this.prepared.set(defined, tool);
    }
    return tool;
  }

  private async make(defined: DefinedTool): Promise<RegisteredTool> {
    return this.bind(this.compiler.compileDefined(defined));
  }
}
