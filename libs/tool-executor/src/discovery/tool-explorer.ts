import { Inject, Injectable, Logger, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ToolRunner } from '../execution/tool-runner.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../tool-executor.options.js';
import { ToolValidator } from '../validation/tool-validator.js';
import { compileTool } from './compile-tool.js';
import { ToolMetadataAccessor, type DeclaredTool } from './tool-metadata.accessor.js';
import { classOfProvider, hasFixedInstance, resolvePerCall, toolsetOf, type ProviderWrapper } from './tool-provider.js';

/** Finds the tools of the application, once, when all providers are there. */
@Injectable()
export class ToolExplorer {
  private readonly logger = new Logger('ToolExecutor');

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
    const seen = new Set<unknown>();
    for (const wrapper of this.discovery.getProviders()) {
      const type = classOfProvider(wrapper);
      if (type === undefined) continue;
      const declared = this.accessor.declaredTools(type);
      if (declared.length === 0) continue;
      // A class that several modules provide is one tool; two values of a class are two.
      const identity = wrapper.inject || wrapper.isNotMetatype ? (wrapper.instance ?? wrapper) : type;
      if (seen.has(identity)) continue;
      seen.add(identity);
      for (const tool of declared) tools.push(this.register(wrapper, type, tool));
    }
    return tools;
  }

  private register(wrapper: ProviderWrapper, type: Type<unknown>, declared: DeclaredTool): RegisteredTool {
    const source = `${type.name}.${String(declared.method)}`;
    const handler = handlerOf(wrapper, type, declared.method);
    if (typeof handler !== 'function') {
      throw new ToolConfigurationError(
        `${type.name} is marked with @Tool() but has no ${String(declared.method)}() method. Implement ToolHandler, or move @Tool() to a method.`,
      );
    }
    const ignored = this.accessor.ignoredEnhancers(type, declared.method);
    if (ignored.length > 0) {
      throw new ToolConfigurationError(
        `${source}: ${ignored.join(', ')} would not run on a tool. Use a ToolPermissionGuard in forRoot({ guards }) instead, or remove it.`,
      );
    }
    const tool = compileTool(
      {
        declared,
        source,
        handler,
        toolset: toolsetOf(wrapper),
        invoke: invocationOf(wrapper, declared.method),
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
}

function handlerOf(wrapper: ProviderWrapper, type: Type<unknown>, method: string | symbol): unknown {
  const onClass = (type.prototype as Record<string | symbol, unknown>)[method];
  if (onClass !== undefined || !hasFixedInstance(wrapper)) return onClass;
  return (wrapper.instance as Record<string | symbol, unknown> | null)?.[method]; // an arrow function in a field
}

type Handler = Record<string | symbol, (args: object, context: unknown) => unknown>;

function invocationOf(wrapper: ProviderWrapper, method: string | symbol): RegisteredTool['invoke'] {
  if (hasFixedInstance(wrapper)) {
    return (args, context, start) => {
      const instance = wrapper.instance as Handler;
      start();
      return instance[method]!(args, context);
    };
  }
  const resolve = resolvePerCall(wrapper);
  return async (args, context, start) => {
    // Without an inbound request the tool's context stands in for it.
    const instance = (await resolve(context.request ?? context)) as Handler;
    start();
    return instance[method]!(args, context);
  };
}
