/** A thing that gives its output in parts. */
export interface ChunkSource {
  next(): unknown;
  /** Asks the source to stop. Doesn't wait, never throws, and no rejection gets out of it. */
  close(reason: unknown): void;
  /** What no chunk at all means. */
  readonly emptyOutput: unknown;
}

interface NodeReadable extends AsyncIterable<unknown> {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
  readonly readableObjectMode?: boolean;
}

/**
 * Whether a value is a web ReadableStream, a Node Readable or an async iterable. Told by their
 * methods, since they may come from another package or realm.
 */
export function isChunkSource(value: object): boolean {
  const candidate = value as Record<PropertyKey, unknown>;
  return (
    typeof candidate[Symbol.asyncIterator] === 'function' || typeof candidate['getReader'] === 'function'
  );
}

/** Opens what {@link isChunkSource} has recognised. Throws where the source does, such as for a locked stream. */
export function openChunkSource(value: object): ChunkSource {
  const candidate = value as Record<PropertyKey, unknown>;
  if (typeof candidate['getReader'] === 'function') return webStreamSource(value as ReadableStream<unknown>);
  if (typeof candidate['destroy'] === 'function' && typeof candidate['on'] === 'function') {
    return nodeStreamSource(value as NodeReadable);
  }
  return iteratorSource((value as AsyncIterable<unknown>)[Symbol.asyncIterator](), []);
}

function webStreamSource(stream: ReadableStream<unknown>): ChunkSource {
  const reader = stream.getReader();
  return {
    emptyOutput: '',
    next: () => reader.read(),
    close: (reason) => letGo(() => reader.cancel(reason)),
  };
}

function nodeStreamSource(stream: NodeReadable): ChunkSource {
  // An error that comes after we have stopped reading would end the process.
  stream.on('error', () => undefined);
  const source = iteratorSource(stream[Symbol.asyncIterator](), stream.readableObjectMode === true ? [] : '');
  return { ...source, close: () => letGo(() => stream.destroy()) };
}

function iteratorSource(iterator: AsyncIterator<unknown>, emptyOutput: unknown): ChunkSource {
  return {
    emptyOutput,
    next: () => iterator.next(),
    // An async generator that is waiting only sees this once its own wait is over.
    close: () => letGo(() => iterator.return?.()),
  };
}

function letGo(stop: () => unknown): void {
  new Promise((resolve) => resolve(stop())).catch(() => undefined);
}
