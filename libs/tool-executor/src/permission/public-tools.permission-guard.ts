import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import {
  allow,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './tool-permission-guard.js';

/** Lets tools with `permission: 'public'` run without asking the guards behind it. */
export class PublicToolsPermissionGuard extends ToolPermissionGuard {
  constructor(private readonly guard: ToolPermissionGuard) {
    super();
  }

  decide(
    call: GuardedCall,
    context: ToolExecutionContext,
  ): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    return call.tool.traits.permission === 'public' ? allow() : this.guard.decide(call, context);
  }

  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean | Promise<boolean> {
    return this.guard.isVisible(tool, context);
  }
}
