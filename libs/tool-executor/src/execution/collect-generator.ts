import { outputOf } from './collect-chunks.js';
import { CollectedChunks } from './collected-chunks.js';

/** Whether a value is a running iterator, such as a generator: not a collection that is merely iterable. */
export function isIterator(value: object): value is IterableIterator<unknown> {
  const candidate = value as Record<PropertyKey, unknown>;
  return typeof candidate['next'] === 'function' && typeof candidate[Symbol.iterator] === 'function';
}

/**
 * Reads a synchronous generator to its end. A deadline can't interrupt it; the limits of
 * {@link CollectedChunks} end one that never stops yielding.
 *
 * @throws ToolError when it gives too much, the reason of the signal when it aborts meanwhile
 */
export function collectGenerator(generator: IterableIterator<unknown>, signal: AbortSignal): unknown {
  const chunks = new CollectedChunks();
  for (;;) {
    const step = generator.next();
    if (step.done === true) return outputOf(chunks, step.value, []);
    try {
      signal.throwIfAborted();
      chunks.add(step.value);
    } catch (stopped) {
      closeQuietly(generator);
      throw stopped;
    }
  }
}

function closeQuietly(generator: IterableIterator<unknown>): void {
  try {
    generator.return?.();
  } catch {
    // What stopped us is the cause, not what the generator says about it.
  }
}
