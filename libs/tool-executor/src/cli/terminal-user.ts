import { userInfo } from 'node:os';
import type { ToolPrincipal } from '../tool/tool-principal.js';

/**
 * The person at the terminal, who decides: `terminal:` and the name of the operating system's user.
 *
 * @param tenant of the approvals that the person decides
 */
export function terminalUser(tenant: string | undefined): ToolPrincipal {
  return { id: `terminal:${userName()}`, ...(tenant === undefined ? {} : { tenant }) };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown'; // containers run with user ids that have no name
  }
}
