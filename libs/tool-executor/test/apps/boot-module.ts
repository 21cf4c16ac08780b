import type { DynamicModule, INestApplicationContext, ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { AllowEverything } from '../support/boot.js';

export interface BootedModule {
  readonly app: INestApplicationContext;
  readonly executor: ToolExecutorService;
}

/** Boots an application module as it is, without a word of its own. */
export async function bootModule(metadata: ModuleMetadata): Promise<BootedModule> {
  const app = await Test.createTestingModule(metadata).compile();
  app.useLogger(false);
  await app.init();
  return { app, executor: app.get(ToolExecutorService, { strict: false }) };
}

/** `forRoot()` for tests that are not about permission. */
export function openRoot(options: ToolExecutorOptions & { isGlobal?: boolean } = {}): DynamicModule {
  return ToolExecutorModule.forRoot({ guards: [new AllowEverything()], tracers: [], ...options });
}
