import { describe, expect, it } from '@jest/globals';
import { uuidV7 } from '../../src/identity/uuid-v7.js';

describe('uuidV7()', () => {
  it('is a UUID of version 7 and the RFC variant', () => {
    for (let at = 0; at < 1_000; at++) {
      expect(uuidV7(Date.now())).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
  });

  it.each([0, 1, 1_796_137_131_136, 2 ** 48 - 1])('begins with the 48 bits of the time %d', (now) => {
    expect(Number.parseInt(uuidV7(now).replaceAll('-', '').slice(0, 12), 16)).toBe(now);
  });

  it('sorts by time, also where the clock goes back in between', () => {
    const [later, earlier, latest] = [2_000, 1_000, 3_000].map(uuidV7);
    expect([later, earlier, latest].toSorted()).toEqual([earlier, later, latest]);
  });

  it('does not repeat within a millisecond', () => {
    const made = Array.from({ length: 10_000 }, () => uuidV7(1_000));
    expect(new Set(made).size).toBe(made.length);
  });
});
