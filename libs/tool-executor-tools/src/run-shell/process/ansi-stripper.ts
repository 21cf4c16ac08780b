type State = 'text' | 'escape' | 'intermediate' | 'csi' | 'string' | 'stringEscape';

const ESC = '\u001b';
/** The one-character form of `ESC [`. The other C1 characters also come from text that was encoded twice, and stay. */
const CSI = '\u009b';

/**
 * Removes terminal control sequences (ECMA-48: CSI, OSC and other strings, two-character escapes)
 * from a text that comes in pieces, wherever the pieces are cut. The text of a hyperlink stays.
 *
 * A string that is never closed ends at the next line break: it can't swallow the rest.
 */
export class AnsiStripper {
  #state: State = 'text';

  /** Whether no sequence is open. */
  get isInText(): boolean {
    return this.#state === 'text';
  }

  strip(piece: string): string {
    if (this.#state === 'text' && !piece.includes(ESC) && !piece.includes(CSI)) return piece;
    let kept = '';
    let textFrom = this.#state === 'text' ? 0 : -1;
    for (let index = 0; index < piece.length; index += 1) {
      const code = piece.charCodeAt(index);
      const before = this.#state;
      const consumed = this.#advance(code);
      if (before === 'text' && consumed) {
        kept += piece.slice(textFrom, index);
        textFrom = -1;
      } else if (before !== 'text' && !consumed) {
        textFrom = index;
      } else if (this.#state === 'text' && textFrom === -1) {
        textFrom = index + 1;
      }
    }
    return textFrom === -1 ? kept : kept + piece.slice(textFrom);
  }

  /** Whether the character belongs to a sequence. One that doesn't is text, and ends a malformed sequence. */
  #advance(code: number): boolean {
    switch (this.#state) {
      case 'text':
        return this.#open(code);
      case 'stringEscape':
        if (code === 0x5c) return this.#become('text');
        return this.#afterEscape(code);
      case 'escape':
        return this.#afterEscape(code);
      case 'intermediate':
        if (code >= 0x20 && code <= 0x2f) return true;
        if (code >= 0x30 && code <= 0x7e) return this.#become('text');
        return this.#abandon(code);
      case 'csi':
        if (code >= 0x20 && code <= 0x3f) return true;
        if (code >= 0x40 && code <= 0x7e) return this.#become('text');
        return this.#abandon(code);
      case 'string':
        if (code === 0x07 || code === 0x9c || code === 0x18 || code === 0x1a) return this.#become('text');
        if (code === 0x1b) return this.#become('stringEscape');
        if (code === 0x0a || code === 0x0d) return this.#abandon(code);
        return true;
    }
  }

  #afterEscape(code: number): boolean {
    if (code === 0x5b) return this.#become('csi');
    // ] P X ^ _ open the strings: OSC, DCS, SOS, PM, APC.
    if (code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) {
      return this.#become('string');
    }
    if (code >= 0x20 && code <= 0x2f) return this.#become('intermediate');
    if (code >= 0x30 && code <= 0x7e) return this.#become('text');
    return this.#abandon(code);
  }

  #open(code: number): boolean {
    if (code === 0x1b) return this.#become('escape');
    return code === 0x9b && this.#become('csi');
  }

  #abandon(code: number): boolean {
    this.#state = 'text';
    return this.#open(code);
  }

  #become(state: State): true {
    this.#state = state;
    return true;
  }
}
