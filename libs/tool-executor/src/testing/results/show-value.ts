import { inspect } from 'node:util';

const MAX_SHOWN_CHARS = 4_000;

/** A value for the message of a failed assertion. Never throws. */
export function showValue(value: unknown): string {
  try {
    const shown = inspect(value, { depth: 6, breakLength: 100, maxStringLength: 1_000 });
    return shown.length > MAX_SHOWN_CHARS ? `${shown.slice(0, MAX_SHOWN_CHARS)}…` : shown;
  } catch {
    return '[unreadable]';
  }
}
