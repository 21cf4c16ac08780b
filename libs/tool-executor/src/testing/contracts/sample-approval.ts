import { randomUUID } from 'node:crypto';
import type { ApprovalStore } from '../../permission/approval/approval-store.js';
import type { ToolApproval } from '../../permission/approval/tool-approval.js';

const HOUR_MS = 3_600_000;

/** A digest that no other sample has by accident. */
export const SAMPLE_DIGEST = 'a'.repeat(64);

/** A pending approval that is good for an hour. */
export function sampleApproval(fields: Partial<ToolApproval> = {}): ToolApproval {
  const now = Date.now();
  return {
    id: randomUUID(),
    status: 'pending',
    tool: 'send_mail',
    digest: SAMPLE_DIGEST,
    reason: 'send_mail may change things',
    arguments: { to: 'bob@example.org', copies: [1, { blind: true }] },
    display: 'send_mail {"to":"bob@example.org"}',
    callId: '0190a6c2-7c00-7000-8000-000000000001',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    conversationId: undefined,
    tenant: 'acme',
    requestedBy: 'alice',
    createdAt: now,
    expiresAt: now + HOUR_MS,
    ...fields,
  };
}

/** Stores an approval and decides it. */
export async function decidedApproval(
  store: ApprovalStore,
  approved: boolean,
  fields: Partial<ToolApproval> = {},
): Promise<ToolApproval> {
  const approval = sampleApproval(fields);
  await store.create(approval);
  const decided = await store.decide(approval.id, { approved, decidedBy: 'bob', decidedAt: Date.now() });
  if (decided === undefined) throw new Error('a pending approval could not be decided');
  return decided;
}
