import {
  Body,
  ConflictException,
  ForbiddenException,
  Get,
  HttpCode,
  Injectable,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import { ToolApprovals, type ToolApproval, type ToolApprovalDecision } from 'nestjs-tool-executor';
import { FieldReader, refuseProblems } from '../request/field-reader.js';
import { RequestContextReader } from '../request/request-context.reader.js';

const STATUSES = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
const MAX_LISTED = 200;

/** `/approvals`: what waits for a person in the tenant of this principal, and the person's answer. */
@Injectable()
export class ApprovalsController {
  constructor(
    private readonly approvals: ToolApprovals,
    private readonly requests: RequestContextReader,
  ) {}

  @Get()
  async list(@Query() query: unknown, @Req() request: unknown): Promise<readonly ToolApproval[]> {
    const problems: string[] = [];
    const fields = new FieldReader(query, ['status', 'limit'], problems);
    const asked = { status: fields.oneOf('status', STATUSES), limit: fields.count('limit', 1, MAX_LISTED) };
    refuseProblems(problems);
    return this.approvals.list(await this.requests.principal(request), asked);
  }

  @Post(':id/decision')
  @HttpCode(200)
  async decide(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: unknown,
  ): Promise<ToolApproval> {
    const decision = readDecision(body);
    const approver = await this.requests.principal(request);
    if (approver === undefined) throw new ForbiddenException('nobody in particular can decide an approval');
    const outcome = await this.approvals.decide(id, decision, approver);
    switch (outcome.status) {
      case 'decided':
        return outcome.approval;
      case 'not_found':
        throw new NotFoundException('there is no such approval');
      case 'self_approval':
        throw new ForbiddenException('whoever made the call cannot approve it');
      case 'already_settled':
        throw new ConflictException({
          statusCode: 409,
          error: 'Conflict',
          message: `the approval is ${outcome.approval.status} already`,
          approval: outcome.approval,
        });
    }
  }
}

function readDecision(body: unknown): ToolApprovalDecision {
  const problems: string[] = [];
  const fields = new FieldReader(body, ['approved', 'comment'], problems);
  const approved = fields.required('approved', fields.get('approved'));
  if (approved !== undefined && typeof approved !== 'boolean')
    fields.refuse('approved', 'must be true or false');
  const comment = fields.text('comment');
  refuseProblems(problems);
  return { approved: approved as boolean, ...(comment === undefined ? {} : { comment }) };
}
