import { Get, Injectable, NotFoundException, Param, Req } from '@nestjs/common';
import { ToolExecutorService, type ToolDefinition } from 'nestjs-tool-executor';
import { RequestContextReader } from '../request/request-context.reader.js';

/** `/tools`: what this principal may call. */
@Injectable()
export class ToolsController {
  constructor(
    private readonly executor: ToolExecutorService,
    private readonly requests: RequestContextReader,
  ) {}

  @Get()
  async list(@Req() request: unknown): Promise<readonly ToolDefinition[]> {
    return this.executor.list(await this.requests.context(request));
  }

  /** A tool that is hidden from the principal is answered like one that doesn't exist. */
  @Get(':name')
  async get(@Param('name') name: string, @Req() request: unknown): Promise<ToolDefinition> {
    const tool = (await this.list(request)).find((candidate) => candidate.name === name);
    if (tool === undefined) throw new NotFoundException('there is no such tool');
    return tool;
  }
}
