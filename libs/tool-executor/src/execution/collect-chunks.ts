import type { ChunkSource } from './chunk-source.js';
import { CollectedChunks } from './collected-chunks.js';

/**
 * Reads a source to its end. Rejects with the reason of the signal as soon as it aborts, whether
 * or not the source ever answers, and with a ToolError when it gives too much; either closes it.
 */
export function collectChunks(source: ChunkSource, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      source.close(signal.reason);
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    void readAll(source, signal)
      .then(resolve, reject)
      .then(() => signal.removeEventListener('abort', stop));
  });
}

async function readAll(source: ChunkSource, signal: AbortSignal): Promise<unknown> {
  const chunks = new CollectedChunks();
  for (;;) {
    const step = (await source.next()) as IteratorResult<unknown>;
    if (signal.aborted) throw signal.reason;
    if (step.done === true) return outputOf(chunks, step.value, source.emptyOutput);
    try {
      chunks.add(step.value);
    } catch (tooMuch) {
      source.close(tooMuch);
      throw tooMuch;
    }
  }
}

/** A generator that yields nothing and returns something means what it returns. */
export function outputOf(chunks: CollectedChunks, returned: unknown, emptyOutput: unknown): unknown {
  if (!chunks.isEmpty) return chunks.joined();
  return returned === undefined ? emptyOutput : returned;
}
