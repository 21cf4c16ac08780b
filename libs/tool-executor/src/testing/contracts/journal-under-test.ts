import type { JournalAnswer, ToolIntent, ToolJournal } from '../../journal/tool-journal.js';
import type { ApprovalStore } from '../../permission/approval/approval-store.js';
import type { ToolResult } from '../../tool/tool-result.js';

/** A journal, and the store of which it redeems. @publicApi */
export interface JournalUnderTest {
  readonly journal: ToolJournal;
  readonly approvals: ApprovalStore;
}

/** Finishes a begun call. */
export async function finish(
  { journal }: JournalUnderTest,
  { callId }: ToolIntent,
  result: ToolResult,
): Promise<void> {
  await journal.finish({ callId, endedAt: Date.now(), result });
}

/** Begins a call that nothing stands against. */
export async function beginFresh({ journal }: JournalUnderTest, intent: ToolIntent): Promise<void> {
  const { status } = await journal.begin(intent);
  if (status !== 'fresh') throw new Error(`begin() of a fresh call answered ${status}`);
}

/** How often each status came. */
export function tally(answers: readonly JournalAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = answer.status === 'refused' ? answer.code : answer.status;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
