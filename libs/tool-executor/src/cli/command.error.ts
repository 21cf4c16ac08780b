/** A command could not do what it was asked; the message is for a person, and no stack is shown: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** One line that says what was thrown, whatever it is. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  // By shape: an application may throw errors of another realm. An AggregateError has a code alone.
  const { message, code, name } = thrown as { message?: unknown; code?: unknown; name?: unknown };
  return String(message || code || name || 'an error without a message');
}
