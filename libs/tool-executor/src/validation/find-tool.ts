import type { ToolRegistry } from '../discovery/tool-registry.js';
import { nearestNames } from '../text/nearest-name.js';
import { isThenable } from '../time/is-thenable.js';
import { LONGEST_TIMER_MS } from '../time/longest-timer.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';

const SUGGESTIONS = 3;
/** Near names that are asked about, however many of them are hidden. */
const CANDIDATES = 30;
/** The guard has a budget of its own; here the caller's deadline and signal bind it. */
const NO_BUDGET_MS = LONGEST_TIMER_MS;

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
 * @throws CallFailure `unknown_tool`, or `timeout` and `cancelled` while the guard is asked
 */
export function findTool(
  execution: ToolExecution,
  registry: ToolRegistry,
  isVisible: Visibility,
): RegisteredTool | Promise<RegisteredTool> {
  const tool = typeof execution.name === 'string' ? registry.get(execution.name) : undefined;
  if (tool === undefined) {
    const sourced = fromSources(execution, registry);
    if (sourced === undefined) return refuseUnknown(execution, registry, isVisible);
    return sourced.then((late) =>
      late === undefined
        ? refuseUnknown(execution, registry, isVisible)
        : show(execution, registry, late, isVisible),
    );
  }
  return show(execution, registry, tool, isVisible);
}

/** A tool that was registered while the sources were asked has the name. */
function fromSources(
  execution: ToolExecution,
  registry: ToolRegistry,
): Promise<RegisteredTool | undefined> | undefined {
  const { name, context, stop } = execution;
  if (typeof name !== 'string') return undefined;
  const sourced = registry.resolve(name, context, () => stop.signal);
  return sourced && promptly(execution, sourced).then((tool) => registry.get(name) ?? tool);
}

function show(
  execution: ToolExecution,
  registry: ToolRegistry,
  tool: RegisteredTool,
  isVisible: Visibility,
): RegisteredTool | Promise<RegisteredTool> {
  const answer = isVisible(tool);
  if (isThenable(answer)) {
    return promptly(execution, answer).then((late) =>
      late.visible ? tool : refuseUnknown(execution, registry, isVisible, late.cause),
    );
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
  const suggested = await visibleNear(execution, registry, isVisible, name);
  const hint = suggested.length > 0 ? `. Did you mean ${suggested.join(' or ')}?` : '';
  throw new CallFailure('unknown_tool', `unknown tool "${displayName}"${hint}`, {}, cause);
}

/** A hidden tool takes nobody's place: fewer suggestions than usual would tell that it is there. */
async function visibleNear(
  execution: ToolExecution,
  registry: ToolRegistry,
  isVisible: Visibility,
  name: string,
): Promise<string[]> {
  const candidates = nearestNames(name, registry.names(), CANDIDATES).filter((near) => near !== name);
  const answers = candidates.map((near) => isVisible(registry.get(near)!));
  const judged = answers.some(isThenable) ? await promptly(execution, Promise.all(answers)) : answers;
  return candidates
    .filter((_, at) => (judged[at] as VisibilityAnswer).visible)
    .slice(0, SUGGESTIONS)
    .map((near) => `"${near}"`);
}

function promptly<Answer>(execution: ToolExecution, answer: PromiseLike<Answer>): Promise<Answer> {
  const never = (): CallFailure =>
    new CallFailure('timeout', 'the permission guard never said whether the tool is visible');
  return withinBudget(execution, answer, NO_BUDGET_MS, never) as Promise<Answer>;
}
