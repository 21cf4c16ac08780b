import type { JsonObject, ToolResult } from '../tool/tool-result.js';
import type { ToolEffects } from '../tool/tool-traits.js';

/** Whose records: another tenant's or principal's are never seen. @publicApi */
export interface JournalScope {
  readonly tenant: string | undefined;
  readonly principalId: string | undefined;
}

/** What is recorded before a tool starts. @publicApi */
export interface ToolIntent extends JournalScope {
  readonly callId: string;
  readonly toolCallId: string | undefined;
  readonly parentCallId: string | undefined;
  readonly traceId: string;
  readonly conversationId: string | undefined;
  readonly tool: string;
  readonly schemaHash: string;
  readonly effects: ToolEffects;
  readonly attempt: number;
  /** The canonical arguments, redacted. */
  readonly arguments: JsonObject;
  /** SHA-256 over tool, schema hash, canonical arguments (not redacted), principal and tenant, in hex. */
  readonly digest: string;
  readonly idempotencyKey: string | undefined;
  /** The approval that `begin` redeems, in the same transaction. */
  readonly approvalId: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** A call that didn't run. @publicApi */
export interface ToolRefusal extends JournalScope {
  readonly callId: string;
  readonly toolCallId: string | undefined;
  readonly parentCallId: string | undefined;
  readonly traceId: string;
  readonly conversationId: string | undefined;
  /** The requested name, bounded and escaped. */
  readonly tool: string;
  readonly attempt: number;
  /** Redacted and bounded; `null` where they could not be read. */
  readonly arguments: JsonObject | string | null;
  readonly startedAt: number;
  /** The failure, redacted. */
  readonly result: ToolResult;
}

/** How a begun call ended. @publicApi */
export interface ToolOutcome {
  readonly callId: string;
  readonly endedAt: number;
  /** As the caller got it, redacted: what a replay gives. */
  readonly result: ToolResult;
  /**
   * What the tool returned, redacted, where the result doesn't carry it: an output that broke its
   * schema, or one that came after the deadline.
   */
  readonly returned?: unknown;
}

/** @publicApi */
export type JournalAnswer =
  | { readonly status: 'fresh' }
  /** The key has run before: its recorded result. */
  | { readonly status: 'replay'; readonly result: ToolResult }
  /** The key runs at this moment; the promise gives its result. */
  | { readonly status: 'inFlight'; readonly result: Promise<ToolResult> }
  /** The call may not run. */
  | {
      readonly status: 'refused';
      readonly code: 'approval_invalid' | 'invalid_arguments' | 'unavailable' | 'outcome_unknown';
      readonly reason: string;
    };

/** One call, as the journal holds it. @publicApi */
export interface JournalRecord extends JournalScope {
  readonly callId: string;
  readonly toolCallId: string | undefined;
  readonly parentCallId: string | undefined;
  readonly traceId: string;
  readonly conversationId: string | undefined;
  readonly tool: string;
  readonly attempt: number;
  readonly arguments: JsonObject | string | null;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** `running` until the outcome is known. */
  readonly status: 'running' | 'refused' | 'succeeded' | 'failed';
  readonly result: ToolResult | undefined;
}

/** @publicApi */
export interface JournalQuery {
  readonly tool?: string;
  readonly status?: JournalRecord['status'];
  /** Only calls that are older than this one: for paging. */
  readonly before?: string;
  /** @default 50, at most 200 */
  readonly limit?: number;
}

/**
 * The record of what was meant to happen and what happened. Unlike a tracer it is awaited, and it
 * can refuse: a call that can't be recorded doesn't run.
 *
 * @publicApi
 */
export abstract class ToolJournal {
  /** After permission and before the tool. Redeems the approval in the same transaction. */
  abstract begin(intent: ToolIntent): JournalAnswer | Promise<JournalAnswer>;
  /** After the tool. If it fails, the result stands with `recorded: false`. */
  abstract finish(outcome: ToolOutcome): void | Promise<void>;
  /** For calls that didn't run. */
  abstract refuse(refusal: ToolRefusal): void | Promise<void>;
  /** The newest first. */
  abstract list(
    scope: JournalScope,
    query?: JournalQuery,
  ): readonly JournalRecord[] | Promise<readonly JournalRecord[]>;
  abstract get(
    scope: JournalScope,
    callId: string,
  ): JournalRecord | undefined | Promise<JournalRecord | undefined>;
  /** Whether it can record at this moment: for health checks. */
  isWritable(): boolean | Promise<boolean> {
    return true;
  }
}
