import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process lives. One that has ended and waits for its parent to notice does not. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Waits until a process is gone; the limit of the test ends it otherwise. */
export async function untilGone(pid: number): Promise<void> {
  while (lives(pid)) await sleep(5);
}
