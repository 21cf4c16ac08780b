import { Injectable } from '@nestjs/common';
import { IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import type { ToolHandler } from '../../src/tool/tool-handler.js';

export class EchoArgs {
  @IsString()
  text!: string;
}

@Tool({ name: 'echo', description: 'Says it again', parameters: EchoArgs, readOnly: true })
@Injectable()
export class EchoTool implements ToolHandler<EchoArgs> {
  execute({ text }: EchoArgs): string {
    return text;
  }
}
