import type { FileHandle } from 'node:fs/promises';
import { LineSelection } from './line-selection.js';

const CHUNK_BYTES = 64 * 1024;
const BINARY_PROBE_BYTES = 8 * 1024;

/** @see readText */
export interface ReadTextRequest {
  /** First line, from 1. */
  readonly offset: number;
  /** Lines; `Infinity` for all. */
  readonly limit: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What was read. */
export interface ReadTextOutcome {
  readonly text: string;
  /** A NUL stands in the first 8 KiB: then `text` is empty. */
  readonly binary: boolean;
  /** `maxBytes` were read, and the file goes on. */
  readonly cut: boolean;
  /** Lines seen, of those that were read. */
  readonly lines: number;
}

/**
 * Reads lines of a file as UTF-8. A BOM is dropped, invalid bytes become U+FFFD, all else stays as
 * it is. It reads what is there rather than what the size says: a sparse file may claim a
 * terabyte, a growing one never ends.
 *
 * @throws the reason of the signal, between two reads
 */
export async function readText(handle: FileHandle, request: ReadTextRequest): Promise<ReadTextOutcome> {
  const decoder = new TextDecoder();
  const selection = new LineSelection(request.offset, request.limit);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let readBytes = 0;
  while (!selection.complete) {
    request.signal.throwIfAborted();
    // One byte more than allowed tells a file that ends here from one that goes on.
    const wanted = Math.min(CHUNK_BYTES, request.maxBytes + 1 - readBytes);
    const { bytesRead } = await handle.read(buffer, 0, wanted, readBytes);
    if (bytesRead === 0) {
      selection.add(decoder.decode());
      break;
    }
    if (readBytes < BINARY_PROBE_BYTES) {
      const nul = buffer.subarray(0, Math.min(bytesRead, BINARY_PROBE_BYTES - readBytes)).includes(0);
      if (nul) return { text: '', binary: true, cut: false, lines: 0 };
    }
    const cut = readBytes + bytesRead > request.maxBytes;
    const kept = buffer.subarray(0, cut ? request.maxBytes - readBytes : bytesRead);
    readBytes += bytesRead;
    selection.add(decoder.decode(kept, { stream: true }));
    if (cut && !selection.complete) {
      return { text: selection.text, binary: false, cut: true, lines: selection.lines };
    }
  }
  return { text: selection.text, binary: false, cut: false, lines: selection.lines };
}
