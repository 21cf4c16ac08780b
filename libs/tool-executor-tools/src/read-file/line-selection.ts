/**
 * Takes the lines of a text that comes in pieces, without keeping the others. A line ends with its
 * `\n`, which belongs to it: slices of a text, put together, are the text.
 */
export class LineSelection {
  readonly #first: number;
  readonly #end: number;
  /** The line that the next character belongs to, from 1. */
  #line = 1;
  #atLineStart = true;
  #selected = '';

  /** @param first first line, from 1; @param count how many lines, `Infinity` for all */
  constructor(first: number, count: number) {
    this.#first = first;
    this.#end = first + count;
  }

  /** No further piece can change the selection. */
  get complete(): boolean {
    return this.#line >= this.#end;
  }

  get text(): string {
    return this.#selected;
  }

  /** Lines seen so far, the last unfinished one included. */
  get lines(): number {
    return this.#atLineStart ? this.#line - 1 : this.#line;
  }

  add(piece: string): void {
    let from = 0;
    let selectedFrom = this.#line >= this.#first ? 0 : -1;
    while (!this.complete) {
      const newline = piece.indexOf('\n', from);
      if (newline === -1) {
        if (from < piece.length) this.#atLineStart = false;
        from = piece.length;
        break;
      }
      from = newline + 1;
      this.#line += 1;
      this.#atLineStart = true;
      if (selectedFrom === -1 && this.#line === this.#first) selectedFrom = from;
    }
    if (selectedFrom !== -1) this.#selected += piece.slice(selectedFrom, from);
  }
}
