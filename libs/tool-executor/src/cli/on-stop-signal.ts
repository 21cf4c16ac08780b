import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls the listener at the first SIGINT (Ctrl-C) or SIGTERM. A second one ends the process at once
 * with 128 and the number of the signal, as shells do, also while the application closes.
 *
 * @returns what gives the signals back to the operating system, unless one has come
 */
export function onStopSignal(listener: () => void): () => void {
  let stopped = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopped) process.exit(128 + constants.signals[signal]);
    stopped = true;
    listener();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    if (stopped) return;
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}
