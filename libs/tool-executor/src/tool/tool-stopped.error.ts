const BRAND = Symbol.for('nestjs-tool-executor.ToolStoppedError');

/**
 * Why a call was stopped: the `reason` of the signal that a tool gets.
 *
 * Two copies of this package recognise each other's: use {@link ToolStoppedError.isInstance}
 * rather than `instanceof`.
 *
 * @publicApi
 */
export class ToolStoppedError extends Error {
  override readonly name = 'ToolStoppedError';

  /**
   * @param code `timeout`: the deadline passed; `cancelled`: the caller or the shutdown asked for it
   */
  constructor(
    readonly code: 'timeout' | 'cancelled',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(value: unknown): value is ToolStoppedError {
    try {
      return value instanceof Error && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}
