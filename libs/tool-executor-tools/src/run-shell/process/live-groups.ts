const groups = new Set<number>();
let listening = false;

/**
 * Remembers a process group, so that it is killed when this process exits. Exits that run no
 * `exit` listeners (SIGKILL, a signal without a handler) leave it alive: shut down through Nest's shutdown hooks.
 *
 * @param groupId the process id of its leader
 */
export function rememberGroup(groupId: number): void {
  groups.add(groupId);
  if (listening) return;
  listening = true;
  process.once('exit', () => {
    for (const group of groups) signalGroup(group, 'SIGKILL');
  });
}

/** Sends a signal to every process of a group. A group that is gone is no error. */
export function signalGroup(groupId: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    // Windows has no groups: there the leader alone is ended.
    process.kill(process.platform === 'win32' ? groupId : -groupId, signal);
  } catch {
    // Nobody is left.
  }
}

/** Kills what is left of a group and forgets it. */
export function endGroup(groupId: number): void {
  signalGroup(groupId, 'SIGKILL');
  groups.delete(groupId);
}
