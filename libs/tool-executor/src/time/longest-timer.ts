/** Milliseconds that a timer can wait: Node fires one with a longer delay at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;
