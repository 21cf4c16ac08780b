import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './tool-permission-guard.js';

/**
 * Allows a tool to principals that have one of the roles it names. Always on; never asks.
 *
 * @publicApi
 */
export class RolePermissionGuard extends ToolPermissionGuard {
  /** @param unauthorised whether a tool that may not be called is hidden or shown and denied */
  constructor(private readonly unauthorised: 'hide' | 'deny' = 'hide') {
    super();
  }

  decide({ tool }: GuardedCall, context: ToolExecutionContext): ToolPermissionDecision {
    return hasRole(tool, context)
      ? allow()
      : deny(`one of the roles ${tool.traits.roles.map((role) => `"${role}"`).join(', ')} is needed`);
  }

  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean {
    return this.unauthorised === 'deny' || hasRole(tool, context);
  }
}

function hasRole({ traits }: ToolDefinition, { principal }: ToolExecutionContext): boolean {
  return traits.roles.length === 0 || traits.roles.some((role) => principal?.roles?.includes(role) === true);
}
