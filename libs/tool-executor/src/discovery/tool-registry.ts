import { Injectable } from '@nestjs/common';
import { nearestName } from '../text/nearest-name.js';
import { DefinedTool } from '../tool/defined-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import { TOOL_NAME } from '../tool/tool-name.js';
import type { RegistryGrowth } from './registry-growth.js';

/**
 * Answers which tools are registered: those that boot has found, in the module's `onModuleInit`, and
 * those that were added since. What a {@link ToolSource} has is not in here: ask
 * `ToolExecutorService.list()`.
 *
 * @publicApi
 */
@Injectable()
export class ToolRegistry {
  // A Map, so that `constructor` and `__proto__` are names like any other. It is replaced and never
  // changed, so that who is reading it is not disturbed.
  private tools: ReadonlyMap<string, RegisteredTool> = new Map();
  private switchedOff: ReadonlySet<string> = new Set();
  private growth: RegistryGrowth | undefined;
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
   * Registers a tool while the application runs, checked as at boot. Calls from now on find it.
   *
   * @throws ToolConfigurationError (as a rejection) when it is wired wrongly, its name is taken or switched off by
   *   `overrides`, or the application has not booted: from `onApplicationBootstrap()` on it has
   */
  async add(tool: DefinedTool): Promise<void> {
    if (!DefinedTool.isInstance(tool)) {
      throw new ToolConfigurationError('ToolRegistry.add() takes a tool that defineTool() has made.');
    }
    if (this.growth === undefined) {
      throw new ToolConfigurationError(
        `ToolRegistry.add(): "${tool.name}" comes too early. List it in \`providers\`, or add it in onApplicationBootstrap() or later.`,
      );
    }
    this.keep('add', [await this.growth.runTimeTools.prepare(tool)]);
  }

  /**
   * Registers the tools of modules that came after the boot, checked as at boot: all of them, or
   * none where one is refused. Call it when Nest's `LazyModuleLoader.load()` has resolved; what is
   * still being loaded is left for the next time. What was found before, also if it was removed, is
   * not registered again.
   *
   * @returns the names of the new tools, sorted
   * @throws ToolConfigurationError (as a rejection) as `add()` does
   */
  async discover(): Promise<readonly string[]> {
    if (this.growth === undefined) {
      throw new ToolConfigurationError(
        'ToolRegistry.discover() comes too early: the boot finds what is there. Call it in onApplicationBootstrap() or later, ' +
          'on an executor whose forRoot() is not in a lazy module.',
      );
    }
    return this.growth.discovery.findNew((tools) => this.keep('discover', tools));
  }

  /**
   * Takes a tool away, however it was registered. A call that has found it already keeps it to its end.
   *
   * @returns whether there was one
   */
  remove(name: string): boolean {
    if (!this.tools.has(name)) return false;
    this.tools = new Map([...this.tools].filter(([other]) => other !== name));
    return true;
  }

  /**
   * A tool of a source, for a name that no registered tool has. `undefined` where there is none to ask.
   *
   * @internal
   */
  resolve(
    name: string,
    context: ToolExecutionContext,
    signal: () => AbortSignal,
  ): Promise<RegisteredTool | undefined> | undefined {
    const sources = this.growth?.sources;
    if (sources === undefined || sources.isEmpty) return undefined;
    if (this.switchedOff.has(name) || !TOOL_NAME.test(name)) return undefined;
    return sources.resolve(name, context, signal());
  }

  /**
   * The registered tools and those that sources have for this caller, sorted by name.
   *
   * @internal
   */
  async listFor(context: ToolExecutionContext): Promise<RegisteredTool[]> {
    const sources = this.growth?.sources;
    if (sources === undefined || sources.isEmpty) return [...this.tools.values()];
    const sourced = await sources.list(context);
    const free = sourced.filter(
      ({ definition: { name } }) => !this.tools.has(name) && !this.switchedOff.has(name),
    );
    return [...byName([...this.tools.values(), ...free]).values()];
  }

  /**
   * Replaces what is registered.
   *
   * @throws ToolConfigurationError when two tools have one name, or an override names none
   * @internal
   */
  build(tools: readonly RegisteredTool[], growth?: RegistryGrowth): void {
    const all = byName(tools);
    const overrides = Object.entries(growth?.overrides ?? {});
    for (const [name] of overrides) if (!all.has(name)) throw overridesNothing(name, all.keys());
    this.switchedOff = new Set(
      overrides.filter(([, { enabled }]) => enabled === false).map(([name]) => name),
    );
    this.tools = new Map([...all].filter(([name]) => !this.switchedOff.has(name)));
    this.growth = growth;
    this.built = true;
  }

  private keep(method: 'add' | 'discover', added: readonly RegisteredTool[]): void {
    if (added.length === 0) return;
    for (const { definition } of added) {
      if (!this.switchedOff.has(definition.name)) continue;
      throw new ToolConfigurationError(
        `ToolRegistry.${method}(): "${definition.name}" is switched off by forRoot({ overrides }). Give the tool another name.`,
      );
    }
    this.tools = byName([...this.tools.values(), ...added]);
  }
}

/** Sorted. */
function byName(tools: readonly RegisteredTool[]): Map<string, RegisteredTool> {
  const sorted = new Map<string, RegisteredTool>();
  for (const tool of [...tools].sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1))) {
    const name = tool.definition.name;
    const other = sorted.get(name);
    if (other !== undefined) {
      throw new ToolConfigurationError(
        `Two tools are called "${name}": ${other.source} and ${tool.source}. Rename one of them.`,
      );
    }
    sorted.set(name, tool);
  }
  return sorted;
}

function overridesNothing(name: string, names: Iterable<string>): ToolConfigurationError {
  const near = nearestName(name, names);
  const hint = near === undefined ? 'check the spelling' : `did you mean "${near}"`;
  return new ToolConfigurationError(
    `ToolExecutorModule.forRoot(): \`overrides.${name}\` is for a tool that isn't there; ${hint}.`,
  );
}
