import { isAscii } from 'node:buffer';
import { AnsiStripper } from './ansi-stripper.js';

/** Characters that are kept of the beginning, and of the end, of a long text. */
export const KEPT_CHARS = 2_000;

const ESC_BYTE = 0x1b;
const FIRST_NON_ASCII = 0x80;
const MARKER = '\n[truncated]\n';

/** Characters of a captured text at most: up to here a text stays whole, beyond it is head, `[truncated]`, tail. */
export const MAX_CAPTURED_CHARS = 2 * KEPT_CHARS + MARKER.length;

/** What was captured of a stream. */
export interface CapturedText {
  readonly text: string;
  /** Characters that the stream had, without control sequences. Larger than `text.length` when it was cut. */
  readonly size: number;
}

/**
 * Keeps the first and the last 2,000 characters of a stream of bytes, in constant memory. Bytes
 * are UTF-8, decoded by one decoder: characters may straddle chunks, a BOM is dropped, invalid
 * bytes become U+FFFD. Control sequences are removed here, before anything is cut, so that no cut
 * goes through one.
 *
 * Characters are UTF-16 units; a cut never leaves half a surrogate pair.
 */
export class TextCapture {
  readonly #decoder = new TextDecoder();
  readonly #stripper = new AnsiStripper();
  readonly #wholeChars: number;
  #pieces: string[] = [];
  #whole = true;
  #head = '';
  #tail = '';
  #size = 0;
  /** Whether the last chunk ended with a whole character. */
  #between = true;

  /** @param wholeChars a text up to this size stays whole; at least {@link MAX_CAPTURED_CHARS} */
  constructor(wholeChars: number = MAX_CAPTURED_CHARS) {
    this.#wholeChars = Math.max(wholeChars, MAX_CAPTURED_CHARS);
  }

  write(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    // A flood is mostly plain ASCII of which nothing is kept: it is counted without making text of it.
    if (!this.#whole && this.#between && this.#stripper.isInText && isPlain(chunk)) return this.#count(chunk);
    this.#between = chunk[chunk.length - 1]! < FIRST_NON_ASCII;
    this.#add(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Flushes the decoder: half a character at the end becomes U+FFFD. To be called once. */
  end(): CapturedText {
    this.#add(this.#decoder.decode());
    const text = this.#whole ? this.#pieces.join('') : this.#headAndTail();
    return { text, size: this.#size };
  }

  #count(chunk: Uint8Array): void {
    this.#size += chunk.length;
    const end = this.#decoder.decode(chunk.subarray(-KEPT_CHARS), { stream: true });
    this.#tail = end.length === KEPT_CHARS ? end : (this.#tail + end).slice(-KEPT_CHARS);
  }

  #add(decoded: string): void {
    const text = this.#stripper.strip(decoded);
    if (text === '') return;
    this.#size += text.length;
    if (this.#whole && this.#size <= this.#wholeChars) {
      this.#pieces.push(text);
      return;
    }
    if (this.#whole) {
      this.#whole = false;
      this.#tail = this.#pieces.join('');
      this.#pieces = [];
      this.#head = (this.#tail + text.slice(0, KEPT_CHARS)).slice(0, KEPT_CHARS);
    }
    this.#tail = text.length >= KEPT_CHARS ? text.slice(-KEPT_CHARS) : (this.#tail + text).slice(-KEPT_CHARS);
  }

  #headAndTail(): string {
    const head = endsInHalfAPair(this.#head) ? this.#head.slice(0, -1) : this.#head;
    const tail = startsInHalfAPair(this.#tail) ? this.#tail.slice(1) : this.#tail;
    return `${head}${MARKER}${tail}`;
  }
}

const isPlain = (chunk: Uint8Array): boolean => isAscii(chunk) && !chunk.includes(ESC_BYTE);
const endsInHalfAPair = (text: string): boolean => /[\ud800-\udbff]$/.test(text);
const startsInHalfAPair = (text: string): boolean => /^[\udc00-\udfff]/.test(text);
