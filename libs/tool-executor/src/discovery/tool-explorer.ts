import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DefinedTool } from '../tool/defined-tool.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { RequestContexts, requestOf } from './request-contexts.js';
import { SeenProviders } from './seen-providers.js';
import { ToolCompiler } from './tool-compiler.js';
import { ToolMetadataAccessor, type DeclaredTool } from './tool-metadata.accessor.js';
import {
  classesOfProvider,
  definedToolOf,
  hasFixedInstance,
  resolvePerCall,
  toolsetOf,
  type ProviderWrapper,
} from './tool-provider.js';

/** Finds the tools of the application, once, when all providers are there. */
@Injectable()
export class ToolExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly accessor: ToolMetadataAccessor,
    private readonly compiler: ToolCompiler,
    private readonly contexts: RequestContexts,
  ) {}

  /**
   * @throws ToolConfigurationError for the first tool that is wired wrongly
   */
  explore(): RegisteredTool[] {
    this.refuseControllers();
    const tools: RegisteredTool[] = [];
    const seen = new SeenProviders();
    for (const wrapper of this.discovery.getProviders()) {
      const defined = definedToolOf(wrapper);
      if (defined !== undefined) {
        if (seen.add(wrapper, DefinedTool)) {
          tools.push(this.compiler.compileDefined(defined, toolsetOf(wrapper)));
        }
        continue;
      }
      for (const type of classesOfProvider(wrapper)) {
        const declared = this.accessor.declaredTools(type);
        if (declared.length === 0) continue;
        if (seen.add(wrapper, type)) {
          for (const tool of declared) tools.push(this.register(wrapper, type, tool));
        }
        break;
      }
    }
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
