import type { ToolFailureCode } from './tool-failure-code.js';

const BRAND = Symbol.for('nestjs-tool-executor.ToolError');

/** The codes that a tool may give its own failures. @publicApi */
export type ToolErrorCode = Extract<
  ToolFailureCode,
  'tool_error' | 'permission_denied' | 'invalid_arguments' | 'unavailable' | 'overloaded'
>;

/** @publicApi */
export interface ToolErrorOptions {
  /** Whether the same call may be tried again, as the tool knows it. A tool with unsafe effects that has started stays not retryable. */
  readonly retryable?: boolean;
  /** @default 'tool_error' */
  readonly code?: ToolErrorCode;
  /** Facts for programs, given as `metadata.details`. Made JSON-safe and redacted. */
  readonly details?: unknown;
  readonly cause?: unknown;
}

/**
 * What a tool throws to speak to the model: the message reaches it (bounded and redacted),
 * whatever the module's `errors` option says.
 *
 * Two copies of this package recognise each other's errors: use {@link ToolError.isInstance}
 * rather than `instanceof`.
 *
 * @publicApi
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError';
  readonly code: ToolErrorCode;
  readonly retryable: boolean | undefined;
  readonly details: unknown;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = options.code ?? 'tool_error';
    this.retryable = options.retryable;
    this.details = options.details;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(value: unknown): value is ToolError {
    try {
      return value instanceof Error && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}
