import { Inject, Injectable, Logger, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ToolRunner } from '../execution/tool-runner.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../tool-executor.options.js';
import { ToolValidator } from '../validation/tool-validator.js';
import { compileTool } from './compile-tool.js';
import { RequestContexts } from './request-contexts.js';
import { SeenProviders } from './seen-providers.js';
import { ToolMetadataAccessor, type DeclaredTool } from './tool-metadata.accessor.js';
import {
  classesOfProvider,
  hasFixedInstance,
  resolvePerCall,
  toolsetOf,
  type ProviderWrapper,
} from './tool-provider.js';

/** Finds the tools of the application, once, when all providers are there. */
@Injectable()
export class ToolExplorer {
  private readonly logger = new Logger('ToolExecutor');
  private readonly contexts = new RequestContexts();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly accessor: ToolMetadataAccessor,
    private readonly validator: ToolValidator,
    private readonly runner: ToolRunner,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
  ) {}

  /**
   * @throws ToolConfigurationError for the first tool that is wired wrongly
   */
  explore(): RegisteredTool[] {
    this.refuseControllers();
    const tools: RegisteredTool[] = [];
    const seen = new SeenProviders();
    for (const wrapper of this.discovery.getProviders()) {
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
    const ignored = this.accessor.ignoredEnhancers(type, method);
    if (ignored.length > 0) {
      throw new ToolConfigurationError(
        `${source}: ${ignored.join(', ')} would not run on a tool. Use a ToolPermissionGuard in forRoot({ guards }) instead, or remove it.`,
      );
    }
    const tool = compileTool(
      {
        declared,
        source,
        handler: onClass ?? handler,
        toolset: toolsetOf(wrapper),
        invoke: this.invocationOf(wrapper, method),
      },
      this.validator,
      this.options,
    );
    const { isolation } = tool.definition.traits;
    if (!this.runner.supports(isolation)) {
      throw new ToolConfigurationError(
        `${source}: no runner for isolation '${isolation}' is registered. Remove \`isolation\`, or provide a ToolRunner that supports it.`,
      );
    }
    for (const warning of tool.parameters.warnings) this.logger.warn(`${source}: ${warning}`);
    return tool;
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
      const { request } = context;
      // Without an inbound request the tool's context stands in for it.
      const instance = (await resolve(
        typeof request === 'object' && request !== null ? request : context,
      )) as Handlers;
      start();
      return instance[method]!(args, context);
    };
  }
}

type Handlers = Record<string | symbol, ((args: object, context: unknown) => unknown) | undefined>;
