/** One row of the table of failure codes. @publicApi */
export interface ToolFailureCodeInfo {
  /** What happened. */
  readonly meaning: string;
  /** What the caller, a model or a program, can do about it. */
  readonly remedy: string;
  /**
   * Whether the same call may be tried again: always, never, or when its effects allow it
   * (it hasn't started, its effects are `pure` or `idempotent`, or the tool said so; never once
   * a tool with `effects: 'unsafe'` has started).
   */
  readonly retryable: 'yes' | 'no' | 'by effects';
}

/**
 * Every failure code there is. The union {@link ToolFailureCode}, docs/codes.md and the REST
 * description are made from this table.
 *
 * @publicApi
 */
export const TOOL_FAILURE_CODES = {
  unknown_tool: {
    meaning: 'There is no such tool, or it is not visible to this principal: the two cannot be told apart.',
    remedy: 'Call a tool of the list, by its exact name.',
    retryable: 'no',
  },
  invalid_arguments: {
    meaning: 'The arguments are not JSON, not an object, or against the schema of the tool.',
    remedy: 'Correct what the error names; `metadata.issues` says the same for programs.',
    retryable: 'no',
  },
  permission_denied: {
    meaning: 'The permission guard said no, answered something unknown, threw, or took too long.',
    remedy: 'Do something else, or ask for the right.',
    retryable: 'no',
  },
  approval_required: {
    meaning: 'The call waits for a person. `metadata.approvalId` names the approval.',
    remedy: 'Let a person decide, then send the same call with the approval.',
    retryable: 'no',
  },
  approval_invalid: {
    meaning: 'The approval is unknown, undecided, denied, expired, used, or not for exactly this call.',
    remedy: 'Send the call without the approval to ask anew.',
    retryable: 'no',
  },
  timeout: {
    meaning: 'The deadline passed. `metadata.stopped` says whether the work is known to have ended.',
    remedy: 'Ask for less, or allow more time; check what happened before repeating an unsafe call.',
    retryable: 'by effects',
  },
  cancelled: {
    meaning: "The caller's signal or the shutdown stopped the call.",
    remedy: 'Repeat it if it is still wanted.',
    retryable: 'by effects',
  },
  tool_error: {
    meaning: 'The tool threw, or its process failed.',
    remedy: 'Read the error: it comes from the tool.',
    retryable: 'by effects',
  },
  invalid_output: {
    meaning:
      'The output breaks the declared output schema of the tool, is too large or otherwise unfit to leave, or an output guard withheld it.',
    remedy: 'The tool ran; do not repeat it for that. Tell the owner of the tool.',
    retryable: 'no',
  },
  overloaded: {
    meaning: 'The queue of the tool is full, or its circuit breaker is open.',
    remedy: 'Try again later.',
    retryable: 'yes',
  },
  budget_exceeded: {
    meaning: 'The call budget of this turn or run is used up.',
    remedy: 'Finish with what is known.',
    retryable: 'no',
  },
  unavailable: {
    meaning: 'The executor is shutting down, or the journal cannot record the call.',
    remedy: 'Try again, on another instance if there is one.',
    retryable: 'yes',
  },
  outcome_unknown: {
    meaning: 'The host died after the tool had started, and nobody can say whether it finished.',
    remedy: 'Check the effect before repeating the call.',
    retryable: 'no',
  },
  internal_error: {
    meaning: 'A fault of the application or of the executor. Details are in the trace alone.',
    remedy: 'Report the trace id.',
    retryable: 'no',
  },
} as const satisfies Record<string, ToolFailureCodeInfo>;

/**
 * Why a call failed. A new code is a minor release, so keep a default branch.
 *
 * @publicApi
 */
export type ToolFailureCode = keyof typeof TOOL_FAILURE_CODES;
