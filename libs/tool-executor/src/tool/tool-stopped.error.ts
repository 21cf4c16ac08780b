/**
 * Why a call was stopped: the `reason` of the signal that a tool gets.
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
  }
}
