import { CallFailure, type FailureFacts } from '../tool/call-failure.js';

/** The tool ran, and what it gave can't go out. `what` begins with "its output" or the like. */
export const invalidOutput = (what: string, facts?: FailureFacts, cause?: unknown): CallFailure =>
  new CallFailure('invalid_output', `the tool ran, but ${what}`, facts, cause);
