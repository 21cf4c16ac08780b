import { Injectable, Module } from '@nestjs/common';
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { Tool } from '../../../src/discovery/tool.decorator.js';
import { Describe } from '../../../src/schema/describe.decorator.js';
import type { ToolContext } from '../../../src/tool/tool-context.js';
import { NoArguments } from '../../../src/tool/no-arguments.js';
import { ToolError } from '../../../src/tool/tool-error.js';
import type { ToolHandler } from '../../../src/tool/tool-handler.js';
import { ToolExecutorModule } from '../../../src/tool-executor.module.js';

export class EchoArgs {
  @IsString()
  @Describe('What comes back')
  text!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(9)
  times?: number;
}

@Tool({
  name: 'echo',
  description: 'Gives the text back.\nMore lines are for models.',
  parameters: EchoArgs,
  readOnly: true,
})
@Injectable()
export class EchoTool implements ToolHandler<EchoArgs> {
  execute({ text, times = 1 }: EchoArgs): string {
    return text.repeat(times);
  }
}

@Tool({ name: 'wipe', description: 'Deletes everything.' })
@Injectable()
export class WipeTool implements ToolHandler {
  static runs = 0;

  execute(): string {
    WipeTool.runs += 1;
    return 'wiped';
  }
}

@Tool({ name: 'fail', description: 'Throws.', readOnly: true })
@Injectable()
export class FailTool implements ToolHandler {
  execute(): never {
    throw new ToolError('the disk \u202eis full\u0007');
  }
}

@Tool({ name: 'who', description: 'Says who calls.', parameters: NoArguments, readOnly: true })
@Injectable()
export class WhoTool implements ToolHandler<NoArguments> {
  execute(_args: NoArguments, { principal }: ToolContext): object {
    return { principal };
  }
}

@Tool({ name: 'wait', description: 'Waits until it is stopped.', parameters: NoArguments, readOnly: true })
@Injectable()
export class WaitTool implements ToolHandler<NoArguments> {
  execute(_args: NoArguments, { signal }: ToolContext): Promise<never> {
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  }
}

@Tool({ name: 'nothing', description: 'Gives nothing.', readOnly: true })
@Injectable()
export class NothingTool implements ToolHandler {
  execute(): void {}
}

@Tool({ name: 'secret', description: 'Is for the scope secrets.', readOnly: true, scopes: ['secrets'] })
@Injectable()
export class SecretTool implements ToolHandler {
  execute(): string {
    return 'the secret';
  }
}

export const WORKBENCH_TOOLS = [EchoTool, WipeTool, FailTool, WhoTool, WaitTool, NothingTool, SecretTool];

/** A small application with a tool of each kind. */
@Module({ imports: [ToolExecutorModule.forRoot()], providers: WORKBENCH_TOOLS })
export class WorkbenchModule {}
