import { Inject, Injectable, Logger } from '@nestjs/common';
import { ToolEnhancers } from '../enhancers/tool-enhancers.js';
import { ToolRunner } from '../execution/tool-runner.js';
import type { DefinedTool } from '../tool/defined-tool.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../tool-executor.options.js';
import { ToolValidator } from '../validation/tool-validator.js';
import { compilableDefinition } from './compilable-definition.js';
import { compileTool, type CompilableTool } from './compile-tool.js';

/** Makes registered tools of declared ones, wherever they come from: one check for all of them. */
@Injectable()
export class ToolCompiler {
  private readonly logger = new Logger('ToolExecutor');

  constructor(
    private readonly validator: ToolValidator,
    private readonly runner: ToolRunner,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
    @Inject(ToolEnhancers) private readonly enhancers: Pick<ToolEnhancers, 'enhance'>,
  ) {}

  /** @throws ToolConfigurationError for a tool that is wired wrongly */
  compile(compilable: CompilableTool): RegisteredTool {
    const { source } = compilable;
    const tool = compileTool(compilable, this.validator, this.options);
    const { isolation } = tool.definition.traits;
    if (!this.runner.supports(isolation)) {
      throw new ToolConfigurationError(
        `${source}: no runner for isolation '${isolation}' is registered. Remove \`isolation\`, or name a ToolRunner that supports it in forRoot({ runner }).`,
      );
    }
    for (const warning of tool.parameters.warnings) this.logger.warn(`${source}: ${warning}`);
    return this.enhancers.enhance(tool, compilable.enhanceable);
  }

  /** @throws ToolConfigurationError for a tool that is wired wrongly */
  compileDefined(defined: DefinedTool, toolset?: string): RegisteredTool {
    return this.compile(compilableDefinition(defined, toolset));
  }
}
