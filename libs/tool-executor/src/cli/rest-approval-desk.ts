import type { ToolApproval, ToolApprovalDecision } from '../permission/approval/tool-approval.js';
import type { DecisionOutcome } from '../permission/approval/tool-approvals.js';
import { MOST_LISTED, type ApprovalDesk } from './approval-desk.js';
import { CommandError, messageOf } from './command.error.js';
import { printableText } from './printable-text.js';

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_MESSAGE_CHARS = 500;

/** The approvals of a running application, through its REST door. */
export class RestApprovalDesk implements ApprovalDesk {
  /** @param url of the door, without `/approvals` */
  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
  ) {}

  async pending(): Promise<readonly ToolApproval[]> {
    const { status, body } = await this.request(`/approvals?status=pending&limit=${MOST_LISTED}`);
    if (status === 200 && Array.isArray(body)) return body as readonly ToolApproval[];
    throw this.refusal(status, body);
  }

  async decide(id: string, decision: ToolApprovalDecision): Promise<DecisionOutcome> {
    const { status, body } = await this.request(`/approvals/${encodeURIComponent(id)}/decision`, decision);
    if (status === 200) return { status: 'decided', approval: approvalOf(body) };
    if (status === 404) return { status: 'not_found' };
    if (status === 409) return { status: 'already_settled', approval: approvalOf(body) };
    throw this.refusal(status, body);
  }

  private async request(path: string, body?: object): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A redirect would carry the token elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      return { status: response.status, body: parse(await response.text()) };
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      throw new CommandError(`no application answers at ${this.url}: ${messageOf(cause)}`);
    }
  }

  private refusal(status: number, body: unknown): CommandError {
    if (status === 401) {
      return new CommandError(
        'the application wants a token: name its file with --token-file, or set TOOL_EXECUTOR_TOKEN',
      );
    }
    const message = (body as { message?: unknown } | null)?.message;
    const said = typeof message === 'string' ? `: ${printableText(message.slice(0, MAX_MESSAGE_CHARS))}` : '';
    return new CommandError(`${this.url} answered with HTTP ${status}${said}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The approval itself, or an error body that brings it along. */
function approvalOf(body: unknown): ToolApproval {
  const { approval } = (body ?? {}) as { approval?: ToolApproval };
  return approval ?? ((body ?? {}) as ToolApproval);
}
