import type { IntakeLimits } from '../intake/intake-limits.js';
import { openArguments } from '../intake/open-arguments.js';
import { isThenable } from '../time/is-thenable.js';
import { withinBudget } from '../time/within-budget.js';
import { CallFailure } from '../tool/call-failure.js';
import type { InvalidArguments, ValidArguments } from '../tool/compiled-parameters.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';

export interface ArgumentCheckOptions {
  readonly intake: IntakeLimits;
  readonly validationTimeoutMs: number;
}

/**
 * Takes the raw arguments through the intake gate and the tool's check, and notes their canonical
 * form on the execution.
 *
 * @throws CallFailure `invalid_arguments`
 */
export function checkArguments(
  execution: ToolExecution,
  tool: RegisteredTool,
  options: ArgumentCheckOptions,
): void | Promise<void> {
  const opened = openArguments(execution.subject.rawArguments, options.intake);
  if (!opened.ok) throw new CallFailure('invalid_arguments', opened.error, { issues: [opened.issue] });
  const verdict = startCheck(tool, opened.value);
  if (!isThenable(verdict)) return accept(execution, verdict);
  const answer = withinBudget(execution, verdict, options.validationTimeoutMs, () =>
    constraintFailure(`took longer than ${options.validationTimeoutMs} ms`),
  ) as Promise<ValidArguments | InvalidArguments>;
  return answer.then(
    (late) => accept(execution, late),
    (cause: unknown) => {
      throw CallFailure.is(cause) ? cause : constraintFailure('failed', cause);
    },
  );
}

function startCheck(tool: RegisteredTool, input: Parameters<RegisteredTool['parameters']['validate']>[0]) {
  try {
    return tool.parameters.validate(input);
  } catch (cause) {
    throw constraintFailure('failed', cause);
  }
}

function accept(execution: ToolExecution, verdict: ValidArguments | InvalidArguments): void {
  if (!verdict.valid) throw new CallFailure('invalid_arguments', verdict.error, { issues: verdict.issues });
  execution.subject.canonical = verdict.canonical;
  execution.subject.rawArguments = undefined;
  execution.coerced = verdict.coerced;
  execution.stripped = verdict.stripped;
}

/** A constraint that can't say yes has said no. */
function constraintFailure(what: string, cause?: unknown): CallFailure {
  return new CallFailure(
    'invalid_arguments',
    `the arguments could not be checked: a constraint of the tool ${what}`,
    {},
    cause,
  );
}
