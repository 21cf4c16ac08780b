import { DefinedTool } from '../tool/defined-tool.js';
import type { CompilableTool } from './compile-tool.js';

/** What `defineTool()` has made, as something to compile. */
export function compilableDefinition(
  { name, options, execute }: DefinedTool,
  toolset: string | undefined,
): CompilableTool {
  return {
    declared: { method: 'execute', options, on: 'definition', firstParameter: undefined },
    source: `defineTool(${JSON.stringify(name)})`,
    handler: execute,
    toolset,
    invoke: (args, context, start) => {
      start();
      return execute(args, context);
    },
    enhanceable: { type: DefinedTool, method: 'execute', handler: execute, provider: undefined },
  };
}
