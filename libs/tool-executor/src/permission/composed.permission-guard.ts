import { isThenable } from '../time/is-thenable.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import { allow, ToolPermissionGuard, type GuardedCall, type ToolPermissionDecision } from './tool-permission-guard.js';

const SEVERITY: Readonly<Record<string, number>> = Object.freeze({ allow: 0, ask: 1, deny: 2 });

/**
 * Several guards as one: deny before ask before allow. The first denial ends the round.
 *
 * @publicApi
 */
export class ComposedPermissionGuard extends ToolPermissionGuard {
  constructor(private readonly guards: readonly ToolPermissionGuard[]) {
    super();
  }

  decide(call: GuardedCall, context: ToolExecutionContext): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    let strictest = allow();
    for (let at = 0; at < this.guards.length; at++) {
      const answer = this.guards[at]!.decide(call, context);
      if (isThenable(answer)) return this.decideLater(answer, strictest, at + 1, call, context);
      strictest = stricter(strictest, answer);
      if (strictest.decision === 'deny') break;
    }
    return strictest;
  }

  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean | Promise<boolean> {
    for (let at = 0; at < this.guards.length; at++) {
      const answer = this.guards[at]!.isVisible(tool, context);
      if (isThenable(answer)) return this.isVisibleLater(answer, at + 1, tool, context);
      if (answer !== true) return false;
    }
    return true;
  }

  private async decideLater(
    pending: PromiseLike<ToolPermissionDecision>,
    before: ToolPermissionDecision,
    next: number,
    call: GuardedCall,
    context: ToolExecutionContext,
  ): Promise<ToolPermissionDecision> {
    let strictest = stricter(before, await pending);
    for (let at = next; at < this.guards.length && strictest.decision !== 'deny'; at++) {
      strictest = stricter(strictest, await this.guards[at]!.decide(call, context));
    }
    return strictest;
  }

  private async isVisibleLater(
    pending: PromiseLike<boolean>,
    next: number,
    tool: ToolDefinition,
    context: ToolExecutionContext,
  ): Promise<boolean> {
    if ((await pending) !== true) return false;
    for (let at = next; at < this.guards.length; at++) {
      if ((await this.guards[at]!.isVisible(tool, context)) !== true) return false;
    }
    return true;
  }
}

function stricter(one: ToolPermissionDecision, other: ToolPermissionDecision): ToolPermissionDecision {
  const severity = Object.hasOwn(SEVERITY, other?.decision) ? SEVERITY[other.decision]! : undefined;
  if (severity === undefined) throw new TypeError('a permission guard answered neither allow, deny nor ask');
  return severity > SEVERITY[one.decision]! ? other : one;
}
