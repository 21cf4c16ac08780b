import type { DynamicModule, INestApplicationContext, Provider, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolRegistry } from '../../discovery/tool-registry.js';
import { ToolRunner } from '../../execution/tool-runner.js';
import { ToolPermissionGuard } from '../../permission/tool-permission-guard.js';
import type { ToolCall } from '../../tool/tool-call.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import { DefinedTool } from '../../tool/defined-tool.js';
import { ToolExecutorModule } from '../../tool-executor.module.js';
import { AllowAllPermissionGuard } from './allow-all.permission-guard.js';
import { allowsAll, type ToolHarnessOptions } from './tool-harness.options.js';

/** What waits for a person: enough to send it again. */
export interface AskedCall {
  readonly call: ToolCall;
  readonly context: ToolExecutionContext;
}

/** A class that is a tool or has tool methods, or what `defineTool()` gives. */
export type HarnessTool = Type<unknown> | DefinedTool;

/** The application that a harness and those derived from it share. It boots when it is first asked for. */
export class HarnessApp {
  /** Calls that wait for a person, by the id of their approval. */
  readonly asked = new Map<string, AskedCall>();
  private readonly root: DynamicModule;
  private booting: Promise<INestApplicationContext> | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly tools: readonly HarnessTool[],
    options: ToolHarnessOptions,
  ) {
    this.root = {
      module: ToolHarnessModule,
      imports: [executorModule(options), ...(options.imports ?? [])],
      providers: [...tools, ...(options.providers ?? [])],
    };
  }

  /** Rejects with what the boot throws, each time. */
  context(): Promise<INestApplicationContext> {
    if (this.closing !== undefined)
      throw new Error('toolHarness(): this harness is closed; make another one.');
    // abortOnError would end the process of the test runner.
    return (this.booting ??= NestFactory.createApplicationContext(this.root, {
      logger: false,
      abortOnError: false,
    }));
  }

  async get<T>(token: Type<T> | (abstract new (...args: never[]) => T) | string | symbol): Promise<T> {
    return (await this.context()).get<T>(token as Type<T>, { strict: false });
  }

  /** The tools that were given, and not those of imported modules. */
  async toolNames(): Promise<string[]> {
    return [...(await this.get(ToolRegistry)).list()]
      .filter(({ source, definition }) =>
        this.tools.some((tool) =>
          DefinedTool.isInstance(tool) ? tool.name === definition.name : source.startsWith(`${tool.name}.`),
        ),
      )
      .map(({ definition }) => definition.name);
  }

  close(): Promise<void> {
    return (this.closing ??= this.shut());
  }

  private async shut(): Promise<void> {
    const app = await this.booting?.catch(() => undefined); // what failed to boot has nothing to close
    await app?.close();
  }
}

class ToolHarnessModule {}

/** A later provider of the same token replaces an earlier one. */
function executorModule(options: ToolHarnessOptions): DynamicModule {
  const module = ToolExecutorModule.forRoot(options.options);
  const replaced: Provider[] = [];
  if (allowsAll(options)) replaced.push({ provide: ToolPermissionGuard, useClass: AllowAllPermissionGuard });
  if (options.runner !== undefined) replaced.push({ provide: ToolRunner, useValue: options.runner });
  return { ...module, providers: [...(module.providers ?? []), ...replaced] };
}
