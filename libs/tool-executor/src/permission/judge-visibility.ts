import { isThenable } from '../time/is-thenable.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { ToolExecutionContext } from '../tool/tool-execution-context.js';
import type { ToolPermissionGuard } from './tool-permission-guard.js';

export interface VisibilityJudgement {
  readonly visible: boolean;
  readonly cause?: unknown;
}

const VISIBLE: VisibilityJudgement = Object.freeze({ visible: true });
const HIDDEN: VisibilityJudgement = Object.freeze({ visible: false });

/** Asks the guard whether a tool is there for this caller. Anything but a prompt `true` hides it. */
export function judgeVisibility(
  guard: ToolPermissionGuard,
  tool: ToolDefinition,
  context: ToolExecutionContext,
  budgetMs: number,
): VisibilityJudgement | Promise<VisibilityJudgement> {
  try {
    const answer = guard.isVisible(tool, context);
    if (isThenable(answer)) return judgeLater(answer, context.signal, budgetMs);
    return answer === true ? VISIBLE : HIDDEN;
  } catch (cause) {
    return { visible: false, cause };
  }
}

async function judgeLater(
  answer: PromiseLike<boolean>,
  signal: AbortSignal | undefined,
  budgetMs: number,
): Promise<VisibilityJudgement> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const late = new Promise<VisibilityJudgement>((resolve) => {
    const cause = new Error(
      `the permission guard took longer than ${budgetMs} ms to say whether the tool is visible`,
    );
    timer = setTimeout(() => resolve({ visible: false, cause }), budgetMs);
    // Nobody waits any more: a timer that stays would keep the process alive.
    giveUp = () => resolve(HIDDEN);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  });
  try {
    const judged = Promise.resolve(answer).then((visible) => (visible === true ? VISIBLE : HIDDEN));
    return await Promise.race([judged, late]);
  } catch (cause) {
    return { visible: false, cause };
  } finally {
    clearTimeout(timer);
    if (giveUp !== undefined) signal?.removeEventListener('abort', giveUp);
  }
}
