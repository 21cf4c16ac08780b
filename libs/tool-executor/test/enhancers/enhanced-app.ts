import type { ModuleMetadata } from '@nestjs/common';
import { IsString } from 'class-validator';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';

/** What a model wrote. */
export class SecretArgs {
  @IsString()
  token!: string;
}

/** Boots applications, and closes them with `closeAll` after each test. */
export class EnhancedApps {
  private readonly booted: BootedModule[] = [];

  readonly start = async (
    metadata: ModuleMetadata,
    options: ToolExecutorOptions = {},
  ): Promise<BootedModule> => {
    const { imports = [], ...rest } = metadata;
    const booted = await bootModule({ imports: [openRoot(options), ...imports], ...rest });
    this.booted.push(booted);
    return booted;
  };

  readonly closeAll = async (): Promise<void> => {
    await Promise.all(this.booted.splice(0).map(({ app }) => app.close()));
  };
}
