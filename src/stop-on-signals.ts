import type { INestApplicationContext } from '@nestjs/common';
import { ToolExecutorService } from 'nestjs-tool-executor';

/** Milliseconds beyond the limit until the process ends, come what may. */
const LAST_RESORT_MS = 1_000;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * On SIGTERM or SIGINT: takes no more calls while the port stays open, so that clients and load
 * balancers are told; lets the calls under way finish within the limit; then closes and exits
 * with 0. A second signal ends the process at once.
 */
export function stopOnSignals(app: INestApplicationContext, limitMs: number): void {
  let stopping = false;
  const stop = (signal: keyof typeof EXIT_CODES): void => {
    if (stopping) process.exit(EXIT_CODES[signal]);
    stopping = true;
    setTimeout(() => process.exit(0), limitMs + LAST_RESORT_MS).unref();
    void close(app, limitMs);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function close(app: INestApplicationContext, limitMs: number): Promise<void> {
  try {
    await app.get(ToolExecutorService).drain(limitMs);
    await app.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`the shutdown failed: ${(error as Error).message}\n`);
    process.exit(1);
  }
}
