import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DefinedTool } from '../tool/defined-tool.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../tool-executor.options.js';
import { providersOfToolsets } from './providers-of-toolsets.js';
import { RequestContexts, requestOf } from './request-contexts.js';
import { SeenProviders } from './seen-providers.js';
import { ToolCompiler } from './tool-compiler.js';
import { ToolMetadataAccessor, type DeclaredTool } from './tool-metadata.accessor.js';
import {
  classesOfProvider,
  definedToolOf,
  hasFixedInstance,
  isBeingMade,
  resolvePerCall,
  toolsetOf,
  type ProviderWrapper,
} from './tool-provider.js';

/** Finds the tools among the providers of the application: at boot, when all are there, and again when modules were added. */
@Injectable()
export class ToolExplorer {
  private readonly compiled = new WeakMap<ProviderWrapper, readonly RegisteredTool[]>();
  private hasExplored = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly accessor: ToolMetadataAccessor,
    private readonly compiler: ToolCompiler,
    private readonly contexts: RequestContexts,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: Pick<ResolvedToolExecutorOptions, 'toolsets'>,
  ) {}

  /**
   * All tools that there are by now. Each is compiled once: another round gives the same value for it.
   *
   * @throws ToolConfigurationError for the first tool that is wired wrongly
   */
  explore(): RegisteredTool[] {
    this.refuseControllers();
    const tools: RegisteredTool[] = [];
    const seen = new SeenProviders();
    for (const wrapper of providersOfToolsets(this.discovery.getProviders(), this.options.toolsets)) {
      if (this.hasExplored && isBeingMade(wrapper)) continue; // at boot, there are none
      const defined = definedToolOf(wrapper);
      if (defined !== undefined) {
        if (seen.add(wrapper, DefinedTool)) {
          const compile = () => [this.compiler.compileDefined(defined, toolsetOf(wrapper))];
          tools.push(...this.compileOnce(wrapper, compile));
        }
        continue;
      }
      for (const type of classesOfProvider(wrapper)) {
        const declared = this.accessor.declaredTools(type);
        if (declared.length === 0) continue;
        if (seen.add(wrapper, type)) {
          const compile = () => declared.map((tool) => this.register(wrapper, type, tool));
          tools.push(...this.compileOnce(wrapper, compile));
        }
        break;
      }
    }
    this.hasExplored = true;
    return tools;
  }

  private compileOnce(wrapper: ProviderWrapper, compile: () => RegisteredTool[]): readonly RegisteredTool[] {
    const known = this.compiled.get(wrapper);
    if (known !== undefined) return known;
    const tools = compile();
    this.compiled.set(wrapper, tools);
    return tools;
  }

  private register(wrapper: ProviderWrapper, type: Type<unknown>, declared: DeclaredTool): RegisteredTool {
    const { method } = declared;
    const source = `${type.name}.${String(method)}`;
    const onClass = (type.prototype as Handlers)[method];
    // An arrow function in a field is on the instance alone; a stand-in in a test may have it there, or not at all.
    const handler = hasFixedInstance(wrapper) ? (wrapper.instance as Handlers)[method] : onClass;
    if (typeof handler !== 'function') {
      throw new ToolConfigurationError(
        `${type.name} is marked with @Tool() but has no ${String(method)}() method. Implement ToolHandler, or move @Tool() to a method.`,
      );
    }
    return this.compiler.compile({
      declared,
      source,
      handler: onClass ?? handler,
      toolset: toolsetOf(wrapper),
      invoke: this.invocationOf(wrapper, method),
      enhanceable: { type, method, handler: onClass ?? handler, provider: wrapper },
    });
  }

  private refuseControllers(): void {
    for (const wrapper of this.discovery.getControllers()) {
      const type = wrapper.metatype as Type<unknown> | null;
      if (typeof type !== 'function' || this.accessor.declaredTools(type).length === 0) continue;
      throw new ToolConfigurationError(
        `${type.name} is a controller, and @Tool() works on providers. Move the tool to a provider that the controller uses.`,
      );
    }
  }

  private invocationOf(wrapper: ProviderWrapper, method: string | symbol): RegisteredTool['invoke'] {
    if (hasFixedInstance(wrapper)) {
      const instance = wrapper.instance as Handlers;
      return (args, context, start) => {
        start();
        return instance[method]!(args, context);
      };
    }
    const resolve = resolvePerCall(wrapper, this.contexts);
    return async (args, context, start) => {
      const instance = (await resolve(requestOf(context))) as Handlers;
      start();
      return instance[method]!(args, context);
    };
  }
}

type Handlers = Record<string | symbol, ((args: object, context: unknown) => unknown) | undefined>;
