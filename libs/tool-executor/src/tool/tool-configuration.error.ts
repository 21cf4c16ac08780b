/**
 * The application is wired wrongly. Thrown at boot, never by `execute()`; the message names the
 * class and what to do.
 *
 * @publicApi
 */
export class ToolConfigurationError extends Error {
  override readonly name = 'ToolConfigurationError';
}
