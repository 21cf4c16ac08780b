import type { ToolApproval } from '../permission/approval/tool-approval.js';
import type { DecisionOutcome } from '../permission/approval/tool-approvals.js';
import { escapeControls } from '../text/escape-controls.js';
import { commandText } from './command-text.js';
import { CommandError } from './command.error.js';
import { printableText } from './printable-text.js';
import type { Session } from './session.js';

/** Prints what waits. @returns the exit code */
export async function showApprovals(session: Session, approvals: readonly ToolApproval[]): Promise<number> {
  const { terminal, options, name } = session;
  if (options.json === true) {
    await terminal.result(JSON.stringify(approvals));
    return 0;
  }
  if (approvals.length === 0) {
    await terminal.say('Nothing waits for a decision.');
    return 0;
  }
  await terminal.result(approvals.map((approval) => describe(session, approval)).join('\n\n'));
  await terminal.say(
    terminal.style(
      'dim',
      `\nhint: \`${commandText(name, 'approvals', 'approve ID')}\` or \`${commandText(name, 'approvals', 'deny ID')}\` decides.`,
    ),
  );
  return 0;
}

/**
 * Prints what came of a decision.
 *
 * @returns the exit code
 * @throws CommandError when it was not this decision that counts
 */
export async function showDecision(
  { terminal, options }: Session,
  id: string,
  outcome: DecisionOutcome,
): Promise<number> {
  switch (outcome.status) {
    case 'decided':
      if (options.json === true) await terminal.result(JSON.stringify(outcome.approval));
      else await terminal.result(`${outcome.approval.status}: ${printableText(outcome.approval.display)}`);
      return 0;
    case 'already_settled':
      throw new CommandError(
        `it is settled already: ${outcome.approval.status ?? 'decided, expired or used'}`,
      );
    case 'self_approval':
      throw new CommandError('whoever made a call may not approve it');
    case 'not_found':
      throw new CommandError(`there is no approval ${escapeControls(id, 80)}`);
  }
}

function describe({ terminal }: Session, approval: ToolApproval): string {
  const { id, display, reason, requestedBy, createdAt, expiresAt } = approval;
  return [
    terminal.styleResult('bold', escapeControls(id)),
    `  ${escapeControls(display)}`,
    `  ${escapeControls(reason)}`,
    `  by ${escapeControls(requestedBy ?? 'an anonymous caller')}, ${timeText(createdAt)}; expires ${timeText(expiresAt)}`,
  ].join('\n');
}

/** The time may come from another program. */
function timeText(epochMs: unknown): string {
  const time = new Date(epochMs as number);
  return Number.isNaN(time.getTime()) ? 'at an unknown time' : time.toISOString();
}
