import 'reflect-metadata';
import { ToolExecutorService } from 'nestjs-tool-executor';
import { boot } from '../bench/boot.js';
import { REFERENCE_TEXT } from '../bench/search.tool.js';

const ROUNDS = 10;

/** Bytes of heap in use, once everything that can be collected is. */
function heapInUse(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('run it with --expose-gc: npm run reliability -- soak');
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

/**
 * Many calls, good and bad, with the journal in memory: the heap of the last rounds is that of the
 * second one, when the journal is full.
 *
 * @returns whether it stayed flat, within 2 MiB
 */
export async function soak(calls: number): Promise<boolean> {
  const app = await boot({ tracers: [], allow: ['search'] });
  const executor = app.get(ToolExecutorService);
  const { signal } = new AbortController();
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let call = 0; call < calls / ROUNDS; call++) {
      const bad = call % 10;
      const name = bad === 1 ? 'serch' : 'search';
      const args = bad === 2 ? '{"query":""}' : REFERENCE_TEXT;
      await executor.execute(
        { id: `call_${call}`, name, arguments: args },
        { signal, principal: { id: 'soak' } },
      );
    }
    heaps.push(heapInUse());
    const mib = heaps.map((bytes) => (bytes / 1024 / 1024).toFixed(1));
    console.log(`${Math.round(((round + 1) * calls) / ROUNDS)} calls: heap ${mib.at(-1)} MiB`);
  }
  await app.close();
  const growth = Math.max(...heaps.slice(2)) - heaps[1]!;
  console.log(`growth after the journal is full: ${(growth / 1024).toFixed(0)} KiB`);
  return growth <= 2 * 1024 * 1024;
}
