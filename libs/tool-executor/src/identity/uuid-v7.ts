import { randomFillSync } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
// Random bytes are drawn in blocks: one system call for 256 identities.
const pool = new Uint8Array(4096);
let used = pool.length;

/**
 * A UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, 74 random bits. Sorts by time.
 *
 * @param now epoch milliseconds
 */
export function uuidV7(now: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += 10;
  const time = now.toString(16).padStart(12, '0');
  return (
    `${time.slice(0, 8)}-${time.slice(8, 12)}-` +
    `7${HEX[pool[at]!]![0]}${HEX[pool[at + 1]!]}-` +
    `${HEX[(pool[at + 2]! & 0x3f) | 0x80]}${HEX[pool[at + 3]!]}-` +
    `${HEX[pool[at + 4]!]}${HEX[pool[at + 5]!]}${HEX[pool[at + 6]!]}${HEX[pool[at + 7]!]}${HEX[pool[at + 8]!]}${HEX[pool[at + 9]!]}`
  );
}
