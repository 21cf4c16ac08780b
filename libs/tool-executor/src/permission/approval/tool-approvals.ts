import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { canonicalJson } from '../../intake/canonical-json.js';
import { Redactor } from '../../redaction/redactor.js';
import { escapeControls } from '../../text/escape-controls.js';
import { withinBudget } from '../../time/within-budget.js';
import { CallFailure } from '../../tool/call-failure.js';
import { freezeJson } from '../../tool/freeze-json.js';
import type { ToolExecution } from '../../tool/tool-execution.js';
import type { ToolPrincipal } from '../../tool/tool-principal.js';
import type { JsonObject } from '../../tool/tool-result.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../../tool-executor.options.js';
import { ApprovalListener } from './approval-listener.js';
import { ApprovalStore, type ApprovalQuery } from './approval-store.js';
import { digestOfCall } from './call-digest.js';
import type { ToolApproval, ToolApprovalDecision } from './tool-approval.js';

const MAX_COMMENT_CHARS = 500;

/** What came of a decision. @publicApi */
export type DecisionOutcome =
  | { readonly status: 'decided'; readonly approval: ToolApproval }
  /** Somebody was first, it has expired, or it is used: `approval.status` says which. */
  | { readonly status: 'already_settled'; readonly approval: ToolApproval }
  | { readonly status: 'self_approval'; readonly approval: ToolApproval }
  | { readonly status: 'not_found' };

/**
 * Where people see and decide what waits for them. Tenants see their own alone.
 *
 * @publicApi
 */
@Injectable()
export class ToolApprovals {
  private readonly logger = new Logger('ToolExecutor');

  constructor(
    private readonly store: ApprovalStore,
    private readonly listener: ApprovalListener,
    private readonly redactor: Redactor,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
  ) {}

  /** The approvals of the principal's tenant, the oldest first. */
  async list(
    principal: ToolPrincipal | undefined,
    query: Omit<ApprovalQuery, 'tenant'> = {},
  ): Promise<readonly ToolApproval[]> {
    return this.store.list({ ...query, tenant: principal?.tenant });
  }

  /** One approval of the principal's tenant. */
  async get(id: string, principal: ToolPrincipal | undefined): Promise<ToolApproval | undefined> {
    const approval = await this.store.get(id);
    // A store may answer `null`, as databases do.
    return approval && approval.tenant === principal?.tenant ? approval : undefined;
  }

  /**
   * Decides for a person. The first decision stands; the same one again, by the same person, is
   * answered as the first time. Whoever made the call may deny it, and approve it only where
   * `approvals.allowSelfApproval` says so.
   */
  async decide(
    id: string,
    decision: ToolApprovalDecision,
    approver: ToolPrincipal,
  ): Promise<DecisionOutcome> {
    const found = await this.get(id, approver);
    if (found === undefined) return { status: 'not_found' };
    const approved = decision.approved === true;
    if (approved && found.requestedBy === approver.id && !this.options.approvals.allowSelfApproval) {
      return { status: 'self_approval', approval: found };
    }
    const decided = await this.store.decide(id, {
      approved,
      ...(typeof decision.comment === 'string' && {
        comment: escapeControls(decision.comment, MAX_COMMENT_CHARS),
      }),
      decidedBy: approver.id,
      decidedAt: Date.now(),
    });
    if (decided) {
      this.notify('decided', decided);
      return { status: 'decided', approval: decided };
    }
    const settled = (await this.store.get(id)) ?? found;
    const stands = approved
      ? settled.status === 'approved' || settled.status === 'redeemed'
      : settled.status === 'denied';
    const same = stands && settled.decidedBy === approver.id;
    return { status: same ? 'decided' : 'already_settled', approval: settled };
  }

  /**
   * Stores the question.
   *
   * @throws CallFailure always: `approval_required`, or `unavailable` when it can't be kept
   * @internal
   */
  async request(execution: ToolExecution, reason: string): Promise<never> {
    const approval = this.describe(execution, reason);
    await this.ask(execution, async () => this.store.create(approval));
    this.notify('requested', approval);
    throw new CallFailure(
      'approval_required',
      `a person must approve this call: ${reason}. It has not run. Approval ${approval.id} is pending.`,
      { approvalId: approval.id },
    );
  }

  /**
   * Accepts an approval for this call, to be redeemed when the call is recorded.
   *
   * @throws CallFailure `approval_invalid`
   * @internal
   */
  async present(execution: ToolExecution, id: string): Promise<void> {
    const approval = await this.ask(execution, async () => this.store.get(id));
    const tool = execution.tool!.definition;
    const { principal } = execution.context;
    // An approval of somebody else or of another call is answered as one that doesn't exist.
    if (!approval || approval.digest !== digestOfCall(tool, execution.canonical!, principal)) {
      throw invalid(id, 'it is not for exactly this call');
    }
    if (approval.status === 'denied') {
      throw invalid(id, `it was denied${approval.comment === undefined ? '' : `: ${approval.comment}`}`);
    }
    if (approval.status !== 'approved') throw invalid(id, NOT_USABLE[approval.status]);
    execution.approvalId = approval.id;
  }

  private describe(execution: ToolExecution, reason: string): ToolApproval {
    const tool = execution.tool!;
    const { principal, conversationId } = execution.context;
    // Frozen: store and listeners share it, and what a person decides about must not change.
    const shown = freezeJson(
      this.redactor.value(execution.canonical!, tool.parameters.sensitivePaths),
    ) as JsonObject;
    return Object.freeze({
      id: randomUUID(),
      status: 'pending',
      tool: tool.definition.name,
      digest: digestOfCall(tool.definition, execution.canonical!, principal),
      reason: this.redactor.text(reason),
      arguments: shown,
      display: escapeControls(`${tool.definition.name} ${canonicalJson(shown)}`),
      callId: execution.callId,
      traceId: execution.traceId,
      conversationId,
      tenant: principal?.tenant,
      requestedBy: principal?.id,
      createdAt: execution.startedAt,
      expiresAt: Date.now() + this.options.approvals.expiresAfterMs,
    });
  }

  private async ask<T>(execution: ToolExecution, question: () => Promise<T>): Promise<T> {
    const { journalTimeoutMs } = this.options;
    try {
      return await withinBudget(execution, question(), journalTimeoutMs, () =>
        unreachable(new Error(`the approval store took longer than ${journalTimeoutMs} ms`)),
      );
    } catch (cause) {
      throw CallFailure.is(cause) ? cause : unreachable(cause);
    }
  }

  private notify(event: 'requested' | 'decided', approval: ToolApproval): void {
    const failed = (error: unknown): void =>
      this.logger.error({
        msg: `an ApprovalListener failed on ${event}`,
        approvalId: approval.id,
        err: error,
      });
    try {
      Promise.resolve(this.listener[event](approval)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

const NOT_USABLE = {
  pending: 'nobody has decided it yet',
  expired: 'it has expired; the call will not run',
  redeemed: 'it has been used',
} as const;

function invalid(id: string, why: string): CallFailure {
  return new CallFailure('approval_invalid', `the approval is not valid: ${why}`, {
    approvalId: escapeControls(id, 64),
  });
}

function unreachable(cause: unknown): CallFailure {
  return new CallFailure(
    'unavailable',
    'the approval store is not available, so the call did not run',
    {},
    cause,
  );
}
