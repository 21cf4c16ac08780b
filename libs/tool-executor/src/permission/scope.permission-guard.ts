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
 * Allows a tool to principals that have all the scopes it names. Always on; never asks.
 *
 * @publicApi
 */
export class ScopePermissionGuard extends ToolPermissionGuard {
  /** @param unauthorised whether a tool that may not be called is hidden or shown and denied */
  constructor(private readonly unauthorised: 'hide' | 'deny' = 'hide') {
    super();
  }

  decide({ tool }: GuardedCall, context: ToolExecutionContext): ToolPermissionDecision {
    const missing = missingScopes(tool, context);
    return missing.length === 0
      ? allow()
      : deny(`the scope ${missing.map((scope) => `"${scope}"`).join(', ')} is missing`);
  }

  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean {
    return (
      this.unauthorised === 'deny' ||
      tool.traits.scopes.length === 0 ||
      missingScopes(tool, context).length === 0
    );
  }
}

function missingScopes({ traits }: ToolDefinition, { principal }: ToolExecutionContext): readonly string[] {
  if (traits.scopes.length === 0) return traits.scopes;
  return traits.scopes.filter((scope) => principal?.scopes?.includes(scope) !== true);
}
