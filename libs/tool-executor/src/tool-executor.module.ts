import {
  ConfigurableModuleBuilder,
  Module,
  Optional,
  type DynamicModule,
  type OnModuleDestroy,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, ModuleRef, ModulesContainer } from '@nestjs/core';
import { RegistryGrowth } from './discovery/registry-growth.js';
import { TOOL_FEATURE, type ToolFeature } from './discovery/tool-feature.js';
import { ToolRegistry } from './discovery/tool-registry.js';
import type { DefinedTool } from './tool/defined-tool.js';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ToolExecutorOptions } from './tool-executor.options.js';
import { PortBinder } from './tool-executor.ports.js';
import {
  TOOL_EXECUTOR_EXPORTS,
  TOOL_EXECUTOR_GIVEN_OPTIONS,
  TOOL_EXECUTOR_PROVIDERS,
} from './tool-executor.providers.js';
import { ToolExecutorService } from './tool-executor.service.js';
import { requireSoleGlobal } from './tool-executor.sole-global.js';

const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<ToolExecutorOptions>({
    optionsInjectionToken: TOOL_EXECUTOR_GIVEN_OPTIONS,
  })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createToolExecutorOptions')
    .setExtras({ isGlobal: true }, (definition, { isGlobal }) => ({
      ...definition,
      global: isGlobal,
      imports: [...(definition.imports ?? []), DiscoveryModule],
      providers: [...(definition.providers ?? []), ...TOOL_EXECUTOR_PROVIDERS],
      exports: TOOL_EXECUTOR_EXPORTS,
    }))
    .build();

/** @publicApi */
export interface ToolFeatureOptions {
  /** A name for the tools of this module, shown in `list()`, and for `forRoot({ toolsets })` to choose by. */
  readonly toolset?: string;
}

/**
 * Runs the tool calls of language models.
 *
 * `forRoot()` once, in the root module; it is global unless `isGlobal: false`. A second global one
 * fails the boot, and those that aren't global are executors of their own. Tools are found
 * wherever they are providers, unless `toolsets` says otherwise. Importing it is inert: it opens no port, writes no file, adds no
 * route and no global guard, pipe or interceptor, and starts nothing.
 *
 * @publicApi
 */
@Module({})
export class ToolExecutorModule extends ConfigurableModuleClass implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly moduleRef: ModuleRef,
    @Optional() private readonly registry?: ToolRegistry,
    @Optional() private readonly ports?: PortBinder,
    @Optional() private readonly executor?: ToolExecutorService,
    @Optional() private readonly growth?: RegistryGrowth,
  ) {
    super();
  }

  /** @throws ToolConfigurationError at boot, for options that can't be meant */
  static override forRoot(options: typeof OPTIONS_TYPE = {}): DynamicModule {
    return super.forRoot(options);
  }

  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    return super.forRootAsync(options);
  }

  /**
   * Provides tools from a feature module, so that they may inject what that module imports.
   *
   * @param tools classes that are tools or have tool methods, and values of `defineTool()`
   */
  static forFeature(
    tools: readonly (Type<unknown> | DefinedTool)[],
    options: ToolFeatureOptions & Pick<DynamicModule, 'imports'> = {},
  ): DynamicModule {
    const feature: ToolFeature = Object.freeze({ toolset: options.toolset });
    return {
      module: ToolFeatureModule,
      imports: options.imports ?? [],
      providers: [...tools, { provide: TOOL_FEATURE, useValue: feature }],
      exports: [...tools],
    };
  }

  async onModuleInit(): Promise<void> {
    // Only what `forRoot()` made has all of these: the plain class may be imported beside it.
    const { registry, growth, ports } = this;
    if (registry === undefined || growth === undefined || ports === undefined) {
      return requireRoot(this.moduleRef);
    }
    requireSoleGlobal(this.moduleRef.get(ModulesContainer, { strict: false }));
    await ports.bind();
    await growth.discovery.findNew((tools) => registry.build(tools, growth));
  }

  async onModuleDestroy(): Promise<void> {
    await this.executor?.drain();
  }
}

/** Holds the tools of one `forFeature()`. */
@Module({})
class ToolFeatureModule implements OnModuleInit {
  constructor(private readonly moduleRef: ModuleRef) {}

  onModuleInit(): void {
    requireRoot(this.moduleRef);
  }
}

/** @throws ToolConfigurationError unless some module of the application has `forRoot()`, of whichever copy of this package */
function requireRoot(moduleRef: ModuleRef): void {
  try {
    moduleRef.get(TOOL_EXECUTOR_OPTIONS, { strict: false });
  } catch (cause) {
    throw new ToolConfigurationError(
      'ToolExecutorModule is imported without forRoot(): add `ToolExecutorModule.forRoot()` to the imports of the root module.',
      { cause },
    );
  }
}
