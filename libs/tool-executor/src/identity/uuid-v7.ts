import { randomUUID } from 'node:crypto';

// Calls come many to a millisecond: the part that says the time is made once for each.
let lastMs = -1;
let timePart = '';

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 74 random bits. Sorts by time.
 *
 * @param now epoch milliseconds
 */
export function uuidV7(now: number): string {
  if (now !== lastMs) {
    const hex = now.toString(16).padStart(12, '0');
    timePart = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    lastMs = now;
  }
  // A version 4 UUID has the variant and the random bits in the same places.
  return timePart + randomUUID().slice(15);
}
