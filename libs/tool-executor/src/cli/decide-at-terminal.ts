import type { ToolApproval } from '../permission/approval/tool-approval.js';
import type { ToolApprovals } from '../permission/approval/tool-approvals.js';
import type { ToolPrincipal } from '../tool/tool-principal.js';
import { askYesOrNo } from './ask-yes-or-no.js';
import type { Session } from './session.js';
import { terminalUser } from './terminal-user.js';

/**
 * Shows the person at the terminal what waits, asks unless `--yes` answers, and decides.
 *
 * @returns whether it is decided now, so that the call can be sent again with the approval
 */
export async function decideAtTerminal(
  session: Session,
  approvals: ToolApprovals,
  id: string,
  requester: ToolPrincipal,
  signal: AbortSignal,
): Promise<boolean> {
  const { terminal, io, options } = session;
  const approval = await approvals.get(id, requester);
  if (approval === undefined) return false;
  await terminal.say(describe(session, approval));
  const approved = options.yes === true ? true : await askYesOrNo(io, 'Run it? [y/N] ', signal);
  if (approved === undefined) {
    await terminal.say('');
    return false;
  }
  if (options.yes === true) await terminal.say('Approved by --yes.');
  const outcome = await approvals.decide(id, { approved }, terminalUser(requester.tenant));
  if (outcome.status === 'self_approval') {
    await terminal.say(
      `${requester.id} has made this call and may not approve it: choose another --principal.`,
    );
    return false;
  }
  // Somebody else was first, or it has expired: sent again, the call says which.
  return outcome.status !== 'not_found';
}

function describe(
  { terminal }: Session,
  { reason, display, requestedBy, tenant, expiresAt }: ToolApproval,
): string {
  const minutes = Math.max(0, Math.round((expiresAt - Date.now()) / 60_000));
  const who = `for ${requestedBy ?? 'an anonymous caller'}${tenant === undefined ? '' : ` of ${tenant}`}`;
  return [
    terminal.style('yellow', `This call needs a person: ${reason}`),
    `  ${terminal.style('bold', display)}`,
    terminal.style(
      'dim',
      `  ${who}; the approval expires in ${minutes} min, at ${new Date(expiresAt).toISOString()}`,
    ),
  ].join('\n');
}
