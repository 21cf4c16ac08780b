import type { ToolRegistry } from '../discovery/tool-registry.js';
import { nearestNames } from '../text/nearest-name.js';
import { isThenable } from '../time/is-thenable.js';
import { CallFailure } from '../tool/call-failure.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';

const SUGGESTIONS = 3;

/** Whether the call's principal may know of a tool. Never throws; what goes wrong hides the tool. */
export type Visibility = (tool: RegisteredTool) => VisibilityAnswer | Promise<VisibilityAnswer>;
export interface VisibilityAnswer {
  readonly visible: boolean;
  /** Why it is hidden, for the tracer. */
  readonly cause?: unknown;
}

/**
 * Looks a tool up by its exact name, if it is visible. A hidden tool and one that doesn't exist get
 * the same answer.
 *
 * @throws CallFailure `unknown_tool`
 */
export function findTool(
  execution: ToolExecution,
  registry: ToolRegistry,
  isVisible: Visibility,
): RegisteredTool | Promise<RegisteredTool> {
  const tool = typeof execution.name === 'string' ? registry.get(execution.name) : undefined;
  if (tool === undefined) return refuseUnknown(execution, registry, isVisible);
  const answer = isVisible(tool);
  if (isThenable(answer)) {
    return answer.then((late) => (late.visible ? tool : refuseUnknown(execution, registry, isVisible, late.cause)));
  }
  return answer.visible ? tool : refuseUnknown(execution, registry, isVisible, answer.cause);
}

async function refuseUnknown(
  execution: ToolExecution,
  registry: ToolRegistry,
  isVisible: Visibility,
  cause?: unknown,
): Promise<never> {
  const { name, displayName } = execution;
  if (typeof name !== 'string') {
    const kind = name === null ? 'null' : typeof name;
    throw new CallFailure('unknown_tool', `unknown tool: the name must be text, got ${kind}`);
  }
  const suggested: string[] = [];
  for (const near of nearestNames(name, registry.names(), SUGGESTIONS)) {
    if (near !== name && (await isVisible(registry.get(near)!)).visible) suggested.push(`"${near}"`);
  }
  const hint = suggested.length > 0 ? `. Did you mean ${suggested.join(' or ')}?` : '';
  throw new CallFailure('unknown_tool', `unknown tool "${displayName}"${hint}`, {}, cause);
}
