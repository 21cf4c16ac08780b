import type { JsonValue, ToolResult, ToolResultMetadata } from '../tool/tool-result.js';
import { recordableResult } from './recordable-result.js';
import type { Redactor } from './redactor.js';

/**
 * A result with its secrets masked. Each part is masked when it is first read, since most records
 * are never read.
 */
export class RedactedResult {
  // Out of reach for those who print or copy what they are given.
  readonly #result: ToolResult;
  readonly #redactor: Redactor;
  #maskedOutput: JsonValue | undefined;
  #maskedMetadata: ToolResultMetadata | undefined;

  private constructor(result: ToolResult, redactor: Redactor) {
    this.#result = recordableResult(result);
    this.#redactor = redactor;
  }

  static of(result: ToolResult, redactor: Redactor): ToolResult {
    return new RedactedResult(result, redactor) as unknown as ToolResult;
  }

  get success(): boolean {
    return this.#result.success;
  }
  get latencyMs(): number {
    return this.#result.latencyMs;
  }
  /** Masked when the failure was made. */
  get error(): string | null {
    return this.#result.error;
  }
  get output(): JsonValue {
    return (this.#maskedOutput ??= this.#redactor.value(this.#result.output));
  }
  get metadata(): ToolResultMetadata {
    return (this.#maskedMetadata ??= this.#redactor.value(
      this.#result.metadata,
    ) as unknown as ToolResultMetadata);
  }

  toJSON(): ToolResult {
    const { success, output, error, latencyMs, metadata } = this;
    return { success, output, error, latencyMs, metadata } as ToolResult;
  }
}
