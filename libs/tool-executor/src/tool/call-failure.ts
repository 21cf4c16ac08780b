import type { ToolFailureCode } from './tool-failure-code.js';
import type { ToolResultMetadata } from './tool-result.js';

const BRAND = Symbol.for('nestjs-tool-executor.CallFailure');

/** Facts that a failure adds to the metadata. */
export type FailureFacts = Partial<ToolResultMetadata>;

/**
 * What a step throws to end a call. Not an Error: it is an answer, and a stack would cost more
 * than the rest of the call.
 */
export class CallFailure {
  static {
    // On the prototype: a failure of any copy of this package counts, and none costs more for it.
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  constructor(
    readonly code: ToolFailureCode,
    readonly message: string,
    readonly facts: FailureFacts = {},
    /** What really happened: for the tracer alone. */
    readonly cause?: unknown,
    /** What the tool itself said about trying again. */
    readonly retryable?: boolean,
  ) {}

  /** Safe for anything that can be thrown, such as a proxy that can't be looked at. */
  static is(value: unknown): value is CallFailure {
    try {
      return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}
