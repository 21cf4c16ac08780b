import { ToolError } from '../tool/tool-error.js';

/** Chunks that one output may consist of. */
export const MAX_CHUNKS = 10_000;
/** Characters of text, or bytes, that one output may consist of: 8 Mi. */
export const MAX_CHUNK_CHARS = 8 * 1024 * 1024;

/** What a stream or generator has given so far. Joined to one text if all of it is text or bytes. */
export class CollectedChunks {
  readonly #chunks: unknown[] = [];
  #chars = 0;
  #isText = true;

  /** @throws ToolError past {@link MAX_CHUNKS} or {@link MAX_CHUNK_CHARS} */
  add(chunk: unknown): void {
    if (typeof chunk === 'string') this.#chars += chunk.length;
    else if (isBytes(chunk)) this.#chars += chunk.byteLength;
    else this.#isText = false;
    if (this.#chars > MAX_CHUNK_CHARS) {
      throw new ToolError(`the tool's output was stopped: it had more than ${MAX_CHUNK_CHARS} characters`);
    }
    if (this.#chunks.length >= MAX_CHUNKS) {
      throw new ToolError(`the tool's output was stopped: it had more than ${MAX_CHUNKS} parts`);
    }
    this.#chunks.push(chunk);
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  /** One text, or the chunks as they came. */
  joined(): unknown {
    if (!this.#isText) return this.#chunks;
    // One decoder for all: a character may begin in one chunk and end in the next.
    const decoder = new TextDecoder();
    let text = '';
    for (const chunk of this.#chunks as readonly (string | Uint8Array | ArrayBuffer)[]) {
      text += typeof chunk === 'string' ? decoder.decode() + chunk : decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  }
}

function isBytes(chunk: unknown): chunk is Uint8Array | ArrayBuffer {
  return chunk instanceof Uint8Array || chunk instanceof ArrayBuffer;
}
