import { LONGEST_TIMER_MS } from '../time/longest-timer.js';
import type { INestApplicationContext } from '@nestjs/common';
import { ApprovalStore } from '../permission/approval/approval-store.js';
import { InMemoryApprovalStore } from '../permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from '../permission/approval/tool-approvals.js';
import type { ToolPrincipal } from '../tool/tool-principal.js';
import type { ToolFailure, ToolResult } from '../tool/tool-result.js';
import { ToolExecutorService } from '../tool-executor.service.js';
import { readCallArguments } from './call-arguments.js';
import { messageOf } from './command.error.js';
import { decideAtTerminal } from './decide-at-terminal.js';
import { readPrincipal } from './read-principal.js';
import type { Session } from './session.js';
import { showResult } from './show-result.js';
import { UsageError } from './usage.error.js';
import { requireProvider, withApplication } from './with-application.js';

/**
 * `call TOOL [JSON]`: runs one tool and prints its result. Where the guard asks, the person at the
 * terminal is asked outside the guard, and the call is sent again with the approval.
 */
export async function callCommand(session: Session): Promise<number> {
  const { positionals, options, io, terminal } = session;
  const [tool, given, surplus] = positionals;
  if (tool === undefined) throw new UsageError('call needs the name of a tool');
  if (surplus !== undefined) throw new UsageError('call takes one argument beside the tool; quote the JSON');
  const timeoutMs = readTimeout(options.timeout);
  const args = await readCallArguments(given, io.stdin);
  const canAsk = (): boolean => options.yes === true || (terminal.canAsk && given !== '-');

  return withApplication(session, async (app, application) => {
    const principal = readPrincipal(options, application.principal);
    const interrupt = new AbortController();
    const stopListening = io.onInterrupt?.(() => interrupt.abort(new Error('interrupted at the terminal')));
    const execute = (approval: string | undefined, traceId?: string): Promise<ToolResult> =>
      requireProvider(app, ToolExecutorService).execute(
        { name: tool, arguments: args },
        {
          principal,
          approval,
          traceId,
          signal: interrupt.signal,
          idempotencyKey: options['idempotency-key'],
          // Anew for each try: the time that a person thinks doesn't count.
          ...(timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs }),
        },
      );
    try {
      let result = await execute(options.approval);
      if (
        needsPerson(result) &&
        canAsk() &&
        (await settle(session, app, result, principal, interrupt.signal))
      ) {
        result = await execute(result.metadata.approvalId, result.metadata.traceId);
      }
      return await showResult(session, result, { isApprovalKept: isApprovalKept(app) });
    } finally {
      stopListening?.();
    }
  });
}

function needsPerson({ success, metadata }: ToolResult): boolean {
  const { code, approvalId } = metadata as ToolFailure['metadata'];
  return !success && code === 'approval_required' && approvalId !== undefined;
}

async function settle(
  session: Session,
  app: INestApplicationContext,
  { metadata }: ToolResult,
  principal: ToolPrincipal,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await decideAtTerminal(
      session,
      requireProvider(app, ToolApprovals),
      metadata.approvalId!,
      principal,
      signal,
    );
  } catch (error) {
    await session.terminal.say(`the approval could not be decided: ${messageOf(error)}`);
    return false;
  }
}

function readTimeout(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const timeoutMs = Number(given);
  if (/^\d+$/.test(given) && timeoutMs >= 1 && timeoutMs <= LONGEST_TIMER_MS) return timeoutMs;
  throw new UsageError(`--timeout needs milliseconds, a whole number from 1 to ${LONGEST_TIMER_MS}`);
}

/** Whether an approval outlives this command, so that somebody else can decide it. */
function isApprovalKept(app: INestApplicationContext): boolean {
  return !(requireProvider(app, ApprovalStore) instanceof InMemoryApprovalStore);
}
