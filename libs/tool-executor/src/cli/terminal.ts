import type { CliIo, CliOutput } from './cli-io.js';

export type Style = 'bold' | 'dim' | 'red' | 'yellow';

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
};
const CLOSED: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'EOF',
]);

const watched = new WeakSet<object>();

/** Writes for people and for programs: the result to stdout, everything else to stderr. */
export class Terminal {
  constructor(private readonly io: CliIo) {
    for (const stream of [io.stdout, io.stderr]) {
      if (watched.has(stream)) continue;
      watched.add(stream);
      // Without a listener, a reader that has gone away ends the process. `write` reports the rest.
      stream.on('error', () => undefined);
    }
  }

  /** Whether there is a person who can see a question and answer it. */
  get canAsk(): boolean {
    return this.io.stdin.isTTY === true && this.io.stderr.isTTY === true;
  }

  /** Columns of stdout, where it is a terminal. */
  get columns(): number | undefined {
    return this.io.stdout.isTTY === true ? this.io.stdout.columns || undefined : undefined;
  }

  /** Writes a result, with a line end unless it has one. A reader that has gone away is no error. */
  result(text: string): Promise<void> {
    return write(this.io.stdout, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Tells a person something, on stderr. */
  async say(line: string): Promise<void> {
    // Where stderr is closed or full there is nowhere left to say so.
    await write(this.io.stderr, `${line}\n`).catch(() => undefined);
  }

  /** Styles what goes to stderr. */
  style(style: Style, text: string): string {
    return this.paint(this.io.stderr, style, text);
  }

  /** Styles what goes to stdout. */
  styleResult(style: Style, text: string): string {
    return this.paint(this.io.stdout, style, text);
  }

  /** A terminal, and the person has not said otherwise. See https://no-color.org. */
  isColoured(stream: CliOutput): boolean {
    return stream.isTTY === true && !this.io.env['NO_COLOR'];
  }

  private paint(stream: CliOutput, style: Style, text: string): string {
    if (!this.isColoured(stream)) return text;
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  }
}

function write(stream: CliOutput, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === undefined || error === null || CLOSED.has((error as NodeJS.ErrnoException).code))
        resolve();
      else reject(error);
    });
  });
}
