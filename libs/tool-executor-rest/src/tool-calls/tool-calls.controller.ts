import {
  Body,
  Get,
  HttpCode,
  Inject,
  Injectable,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import {
  InFlightCalls,
  ToolExecutorService,
  ToolJournal,
  type JournalQuery,
  type JournalRecord,
  type JournalScope,
  type ToolResult,
} from 'nestjs-tool-executor';
import { FieldReader, refuseProblems } from '../request/field-reader.js';
import { RequestContextReader } from '../request/request-context.reader.js';
import { watchClient } from '../request/watch-client.js';
import { REST_OPTIONS, type ResolvedRestOptions } from '../tool-executor-rest.options.js';
import { readToolCall, readToolCalls } from './read-tool-call.js';

const STATUSES = ['running', 'refused', 'succeeded', 'failed'] as const;
const MAX_LISTED = 200;

/** `/tool-calls`: runs calls, and shows those of this principal. */
@Injectable()
export class ToolCallsController {
  constructor(
    private readonly executor: ToolExecutorService,
    private readonly journal: ToolJournal,
    private readonly inFlight: InFlightCalls,
    private readonly requests: RequestContextReader,
    @Inject(REST_OPTIONS) private readonly options: ResolvedRestOptions,
  ) {}

  // Bodies and queries are `unknown`: a class here would let a global ValidationPipe strip the arguments.
  @Post()
  @HttpCode(200)
  async call(
    @Body() body: unknown,
    @Req() request: unknown,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<ToolResult> {
    this.refuseWhileDraining();
    const problems: string[] = [];
    const { call, context } = readToolCall(body, problems);
    refuseProblems(problems);
    const result = await watchClient(response, async (signal) =>
      this.executor.execute(call, { ...(await this.requests.context(request, signal)), ...context }),
    );
    // The shutdown may have begun after the check above.
    if (!result.success && result.metadata.code === 'unavailable') this.refuseWhileDraining();
    return result;
  }

  /** Results by position. Once a batch is let in it is answered in full, whatever happens meanwhile. */
  @Post('batch')
  @HttpCode(200)
  async callMany(
    @Body() body: unknown,
    @Req() request: unknown,
    @Res({ passthrough: true }) response: unknown,
  ): Promise<readonly ToolResult[]> {
    this.refuseWhileDraining();
    const problems: string[] = [];
    const items = readToolCalls(body, problems, this.options.limits.maxBatchCalls);
    refuseProblems(problems);
    return watchClient(response, async (signal) =>
      this.executor.executeMany(items, await this.requests.context(request, signal)),
    );
  }

  @Get()
  async list(@Query() query: unknown, @Req() request: unknown): Promise<readonly JournalRecord[]> {
    const asked = readQuery(query);
    return this.journal.list(await this.scopeOf(request), asked);
  }

  @Get(':callId')
  async get(@Param('callId') callId: string, @Req() request: unknown): Promise<JournalRecord> {
    const record = await this.journal.get(await this.scopeOf(request), callId);
    if (record === undefined) throw new NotFoundException('there is no such tool call');
    return record;
  }

  private async scopeOf(request: unknown): Promise<JournalScope> {
    const principal = await this.requests.principal(request);
    return { tenant: principal?.tenant, principalId: principal?.id };
  }

  private refuseWhileDraining(): void {
    if (this.inFlight.isDraining) {
      throw new ServiceUnavailableException('the application is shutting down and takes no more calls');
    }
  }
}

function readQuery(query: unknown): JournalQuery {
  const problems: string[] = [];
  const fields = new FieldReader(query, ['tool', 'status', 'before', 'limit'], problems);
  const asked = {
    tool: fields.text('tool'),
    status: fields.oneOf('status', STATUSES),
    before: fields.text('before'),
    limit: fields.count('limit', 1, MAX_LISTED),
  };
  refuseProblems(problems);
  return asked;
}
