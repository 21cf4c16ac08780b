import { uuidV7 } from '../../identity/uuid-v7.js';
import type { ToolIntent, ToolRefusal } from '../../journal/tool-journal.js';
import { SAMPLE_DIGEST } from './sample-approval.js';
import { sampleFailure } from './sample-result.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

/** An intent of alice of acme, with a `callId` of its own. */
export function sampleIntent(fields: Partial<ToolIntent> = {}): ToolIntent {
  const now = Date.now();
  return {
    callId: uuidV7(now),
    toolCallId: undefined,
    parentCallId: undefined,
    traceId: TRACE_ID,
    conversationId: undefined,
    tenant: 'acme',
    principalId: 'alice',
    tool: 'send_mail',
    schemaHash: 'c'.repeat(64),
    effects: 'unsafe',
    attempt: 1,
    arguments: { to: 'bob@example.org', copies: [1, { blind: true }] },
    digest: SAMPLE_DIGEST,
    idempotencyKey: undefined,
    approvalId: undefined,
    startedAt: now,
    ...fields,
  };
}

/** A refusal of alice of acme, with a `callId` of its own. */
export function sampleRefusal(fields: Partial<ToolRefusal> = {}): ToolRefusal {
  const {
    callId,
    toolCallId,
    parentCallId,
    traceId,
    conversationId,
    tenant,
    principalId,
    tool,
    attempt,
    startedAt,
  } = sampleIntent();
  return {
    callId,
    toolCallId,
    parentCallId,
    traceId,
    conversationId,
    tenant,
    principalId,
    tool,
    attempt,
    startedAt,
    arguments: null,
    result: sampleFailure('permission_denied'),
    ...fields,
  };
}

/** As a journal gets it: its fields are getters of its class, so a spread has none of them. */
export function readIntentLater(intent: ToolIntent): ToolIntent {
  const getters = Object.entries(intent).map(([key, value]) => [key, { get: (): unknown => value }] as const);
  return Object.create(Object.defineProperties({}, Object.fromEntries(getters))) as ToolIntent;
}
