import { isThenable } from '../time/is-thenable.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import type { GuardedToolCall } from './guarded-tool-call.js';
import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './tool-permission-guard.js';

const SEVERITY: Readonly<Record<string, number>> = Object.freeze({ allow: 0, ask: 1, deny: 2 });

const NOBODY_ASKED = Object.freeze(deny('there is no permission guard that could allow it'));

/**
 * Several guards as one: deny before ask before allow. They are asked in turn, each with a copy of
 * the arguments of its own; the first denial ends the round. None at all denies.
 *
 * @publicApi
 */
export class ComposedPermissionGuard extends ToolPermissionGuard {
  constructor(private readonly guards: readonly ToolPermissionGuard[]) {
    super();
  }

  decide(
    call: GuardedCall,
    context: ToolExecutionContext,
  ): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    if (this.guards.length === 0) return NOBODY_ASKED;
    let strictest = allow();
    for (let at = 0; at < this.guards.length; at++) {
      const answer = this.askGuard(at, call, context);
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
      strictest = stricter(strictest, await this.askGuard(at, call, context));
    }
    return strictest;
  }

  private askGuard(
    at: number,
    call: GuardedCall,
    context: ToolExecutionContext,
  ): ToolPermissionDecision | Promise<ToolPermissionDecision> {
    // What the guard before has done to its arguments must not reach the next one.
    if (at > 0) (call as Partial<GuardedToolCall>).renewArgs?.();
    return this.guards[at]!.decide(call, context);
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
  const decision: unknown = other?.decision;
  // Only text: as a key, `['allow']` would read as 'allow'.
  const severity =
    typeof decision === 'string' && Object.hasOwn(SEVERITY, decision) ? SEVERITY[decision]! : undefined;
  if (severity === undefined) throw new TypeError('a permission guard answered neither allow, deny nor ask');
  return severity > SEVERITY[one.decision]! ? other : one;
}
