import { Injectable } from '@nestjs/common';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { RegisteredTool } from '../tool/registered-tool.js';

/**
 * Answers which tools there are. Built once at boot, in the module's `onModuleInit`.
 *
 * @publicApi
 */
@Injectable()
export class ToolRegistry {
  // A Map, so that `constructor` and `__proto__` are names like any other.
  private tools: ReadonlyMap<string, RegisteredTool> = new Map();
  private built = false;

  /** False until the application has booted. */
  get isBuilt(): boolean {
    return this.built;
  }

  get size(): number {
    return this.tools.size;
  }

  /** By exact name. */
  get(name: string): RegisteredTool | undefined {
    return this.tools.get(name);
  }

  /** All names, sorted. */
  names(): IterableIterator<string> {
    return this.tools.keys();
  }

  /** All tools, sorted by name. */
  list(): IterableIterator<RegisteredTool> {
    return this.tools.values();
  }

  /**
   * Replaces what is registered.
   *
   * @throws ToolConfigurationError when two tools have one name
   * @internal
   */
  build(tools: readonly RegisteredTool[]): void {
    const byName = new Map<string, RegisteredTool>();
    for (const tool of [...tools].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1))) {
      const name = tool.definition.name;
      const other = byName.get(name);
      if (other !== undefined) {
        throw new ToolConfigurationError(
          `Two tools are called "${name}": ${other.source} and ${tool.source}. Rename one of them.`,
        );
      }
      byName.set(name, tool);
    }
    this.tools = byName;
    this.built = true;
  }
}
