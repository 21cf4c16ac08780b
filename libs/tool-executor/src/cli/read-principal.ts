import type { ToolPrincipal } from '../tool/tool-principal.js';
import type { CliOptionValues } from './command-options.js';

const DEFAULT_PRINCIPAL: ToolPrincipal = { id: 'cli' };

/**
 * On whose behalf the command runs. With `--principal` only what else is given counts, so that
 * nobody gets the scopes of the configured principal by another name.
 */
export function readPrincipal(
  options: CliOptionValues,
  configured: ToolPrincipal = DEFAULT_PRINCIPAL,
): ToolPrincipal {
  const base = options.principal === undefined ? configured : { id: options.principal };
  return {
    ...base,
    ...(options.tenant === undefined ? {} : { tenant: options.tenant }),
    ...(options.scope === undefined ? {} : { scopes: options.scope }),
    ...(options.role === undefined ? {} : { roles: options.role }),
  };
}
