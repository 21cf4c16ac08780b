import { ApprovalStore } from '../permission/approval/approval-store.js';
import { InMemoryApprovalStore } from '../permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from '../permission/approval/tool-approvals.js';
import { escapeControls } from '../text/escape-controls.js';
import { nearestName } from '../text/nearest-name.js';
import type { ApprovalDesk } from './approval-desk.js';
import { CommandError } from './command.error.js';
import { findDoor } from './find-door.js';
import { LocalApprovalDesk } from './local-approval-desk.js';
import { readPrincipal } from './read-principal.js';
import { RestApprovalDesk } from './rest-approval-desk.js';
import type { Session } from './session.js';
import { showApprovals, showDecision } from './show-approvals.js';
import { terminalUser } from './terminal-user.js';
import { UsageError } from './usage.error.js';
import { requireProvider, withApplication } from './with-application.js';

const ACTIONS = ['list', 'approve', 'deny'];
/** What a running application decides by itself. */
const LOCAL_OPTIONS = ['principal', 'tenant', 'scope', 'role', 'export', 'verbose'] as const;

/** `approvals [list | approve ID | deny ID]`: shows and decides what waits for a person. */
export async function approvalsCommand(session: Session): Promise<number> {
  const { options, positionals } = session;
  const [action = 'list', id, surplus] = positionals;
  if (!ACTIONS.includes(action)) {
    const nearest = nearestName(action, ACTIONS);
    const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new UsageError(`approvals can list, approve and deny, not "${escapeControls(action, 80)}"${meant}`);
  }
  if (action === 'list' && id !== undefined) throw new UsageError('approvals list takes no id');
  if (action !== 'list' && !id) throw new UsageError(`approvals ${action} needs the id of an approval`);
  if (surplus !== undefined) throw new UsageError(`approvals ${action} takes one id`);

  const serve = async (desk: ApprovalDesk): Promise<number> => {
    if (action === 'list') return showApprovals(session, await desk.pending());
    const decision = { approved: action === 'approve', comment: options.comment };
    return showDecision(session, id!, await desk.decide(id!, decision));
  };
  if (options.module === undefined) {
    const local = LOCAL_OPTIONS.find((name) => options[name] !== undefined);
    if (local !== undefined)
      throw new UsageError(`--${local} needs --module: the application knows whose token it is`);
    const { url, token } = await findDoor(session);
    return serve(new RestApprovalDesk(url, token));
  }
  if (options.url !== undefined) throw new UsageError('--url and --module exclude one another');
  return withApplication(session, async (app) => {
    if (requireProvider(app, ApprovalStore) instanceof InMemoryApprovalStore) {
      throw new CommandError(
        'this application keeps its approvals in memory: decide them in the running one, with --url',
      );
    }
    const approver = options.principal === undefined ? terminalUser(options.tenant) : readPrincipal(options);
    return serve(new LocalApprovalDesk(requireProvider(app, ToolApprovals), approver));
  });
}
