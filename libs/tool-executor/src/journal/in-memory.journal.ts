import type { ApprovalStore } from '../permission/approval/approval-store.js';
import type { ToolResult } from '../tool/tool-result.js';
import { FRESH, NOT_REDEEMED } from './journal-answers.js';
import {
  ToolJournal,
  type JournalAnswer,
  type JournalQuery,
  type JournalRecord,
  type JournalScope,
  type ToolIntent,
  type ToolOutcome,
  type ToolRefusal,
} from './tool-journal.js';

const DEFAULT_CAPACITY = 1_000;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

interface Entry {
  readonly call: ToolIntent | ToolRefusal;
  readonly key: string | undefined;
  result: ToolResult | undefined;
  endedAt: number | undefined;
  refused: boolean;
  /** Settled by `finish`; made when a second call waits for the first. */
  waiting: PromiseWithResolvers<ToolResult> | undefined;
}

/**
 * The newest calls in the memory of this process. What is older is forgotten, and with it its
 * idempotency key; a call that still runs is kept.
 *
 * @publicApi
 */
export class InMemoryToolJournal extends ToolJournal {
  private readonly entries = new Map<string, Entry>();
  private readonly byKey = new Map<string, Entry>();

  /**
   * @param approvals where `begin` redeems
   * @param capacity how many calls are kept
   */
  constructor(
    private readonly approvals: ApprovalStore,
    private readonly capacity: number = DEFAULT_CAPACITY,
  ) {
    super();
  }

  begin(intent: ToolIntent): JournalAnswer | Promise<JournalAnswer> {
    const key = keyOf(intent);
    const earlier = key === undefined ? undefined : this.byKey.get(key);
    if (earlier !== undefined) return answerAgain(earlier, intent);
    // The key is taken before anything is awaited, so that two racers can't both be fresh.
    const entry = this.keep(intent, key);
    if (intent.approvalId === undefined) return FRESH;
    try {
      const redeemed = this.approvals.redeem(intent.approvalId, intent.digest, Date.now());
      return typeof redeemed === 'boolean'
        ? this.afterRedeeming(entry, redeemed)
        : this.redeemLater(entry, redeemed);
    } catch (error) {
      this.drop(entry);
      throw error;
    }
  }

  finish({ callId, endedAt, result }: ToolOutcome): void {
    const entry = this.entries.get(callId);
    if (entry === undefined) return;
    entry.result = result;
    entry.endedAt = endedAt;
    entry.waiting?.resolve(result);
    // A call that never started leaves its key for the next try.
    if (!result.metadata.executed) this.freeKey(entry);
  }

  refuse(refusal: ToolRefusal): void {
    const known = this.entries.get(refusal.callId);
    const entry = known ?? this.keep(refusal, undefined);
    entry.refused = true;
    entry.result = refusal.result;
    entry.endedAt = Math.round(refusal.startedAt + refusal.result.latencyMs);
    entry.waiting?.resolve(refusal.result);
    // Where the answer to `begin` came too late, so that the call didn't run.
    this.freeKey(entry);
  }

  list(
    scope: JournalScope,
    { tool, status, before, limit = DEFAULT_LIMIT }: JournalQuery = {},
  ): readonly JournalRecord[] {
    const found: JournalRecord[] = [];
    let skipping = before !== undefined;
    for (const entry of [...this.entries.values()].toReversed()) {
      if (found.length >= Math.min(limit, MAX_LIMIT)) break;
      if (skipping) {
        skipping = entry.call.callId !== before;
        continue;
      }
      if (!isIn(scope, entry) || (tool !== undefined && entry.call.tool !== tool)) continue;
      if (status !== undefined && statusOf(entry) !== status) continue;
      found.push(recordOf(entry));
    }
    return found;
  }

  get(scope: JournalScope, callId: string): JournalRecord | undefined {
    const entry = this.entries.get(callId);
    return entry !== undefined && isIn(scope, entry) ? recordOf(entry) : undefined;
  }

  private keep(call: ToolIntent | ToolRefusal, key: string | undefined): Entry {
    if (this.entries.size >= this.capacity) this.forgetOldest();
    const entry: Entry = {
      call,
      key,
      result: undefined,
      endedAt: undefined,
      refused: false,
      waiting: undefined,
    };
    this.entries.set(call.callId, entry);
    if (key !== undefined) this.byKey.set(key, entry);
    return entry;
  }

  private forgetOldest(): void {
    for (const [callId, entry] of this.entries) {
      if (entry.result === undefined) continue; // still runs: its outcome is to come
      this.entries.delete(callId);
      this.freeKey(entry);
      return;
    }
  }

  /** Unless another call has it by now. */
  private freeKey(entry: Entry): void {
    if (entry.key !== undefined && this.byKey.get(entry.key) === entry) this.byKey.delete(entry.key);
  }

  private async redeemLater(entry: Entry, redeemed: Promise<boolean>): Promise<JournalAnswer> {
    try {
      return this.afterRedeeming(entry, await redeemed);
    } catch (error) {
      this.drop(entry);
      throw error;
    }
  }

  private afterRedeeming(entry: Entry, redeemed: boolean): JournalAnswer {
    if (redeemed) return FRESH;
    this.drop(entry);
    return NOT_REDEEMED;
  }

  private drop(entry: Entry): void {
    if (!entry.refused) this.entries.delete(entry.call.callId);
    this.freeKey(entry);
    entry.waiting?.reject(new Error('the first call with this idempotency key did not run'));
  }
}

function answerAgain(earlier: Entry, intent: ToolIntent): JournalAnswer {
  if ((earlier.call as ToolIntent).digest !== intent.digest) {
    return {
      status: 'refused',
      code: 'invalid_arguments',
      reason: 'this idempotency key was used for a call with other arguments; use a new key for another call',
    };
  }
  if (earlier.result !== undefined) return { status: 'replay', result: earlier.result };
  if (earlier.waiting === undefined) {
    earlier.waiting = Promise.withResolvers<ToolResult>();
    earlier.waiting.promise.catch(() => {}); // somebody may have stopped waiting
  }
  return { status: 'inFlight', result: earlier.waiting.promise };
}

function keyOf({ idempotencyKey, tenant, principalId, tool }: ToolIntent): string | undefined {
  return idempotencyKey === undefined
    ? undefined
    : JSON.stringify([tenant, principalId, tool, idempotencyKey]);
}

function isIn(scope: JournalScope, { call }: Entry): boolean {
  return call.tenant === scope.tenant && call.principalId === scope.principalId;
}

function statusOf({ refused, result }: Entry): JournalRecord['status'] {
  if (refused) return 'refused';
  if (result === undefined) return 'running';
  return result.success ? 'succeeded' : 'failed';
}

function recordOf(entry: Entry): JournalRecord {
  const { call } = entry;
  return {
    callId: call.callId,
    toolCallId: call.toolCallId,
    parentCallId: call.parentCallId,
    traceId: call.traceId,
    conversationId: call.conversationId,
    tenant: call.tenant,
    principalId: call.principalId,
    tool: call.tool,
    attempt: call.attempt,
    arguments: call.arguments,
    startedAt: call.startedAt,
    endedAt: entry.endedAt,
    status: statusOf(entry),
    result: entry.result,
  };
}
