const BLANKS = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
/** A string that the end of the text cuts off, if only within an escape. */
const CUT_STRING =
  // eslint-disable-next-line no-control-regex
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(?:\\(?:u[0-9a-fA-F]{0,3})?)?$/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** What ends a scalar; anything else right behind one makes it malformed, as in `01` or `truefalse`. */
const SCALAR_END = /[\s,\]}]|$/y;

interface Frame {
  readonly array: boolean;
  /** The key or index whose value comes next. */
  at: string | number;
}

type Expecting = 'value' | 'value or end' | 'key' | 'key or end' | 'comma or end';

/**
 * Reads JSON text without building anything: `JSON.parse` tells the place of an error only
 * sometimes, and quotes the text, which may hold a secret. Iterative, so depth costs no stack.
 *
 * @param visit gets each number literal with the keys and indexes that lead to it; `true` ends the scan
 * @returns the offset of the first error, or -1
 */
export function scanJson(
  text: string,
  visit?: (literal: string, path: readonly (string | number)[]) => boolean,
): number {
  const frames: Frame[] = [];
  let expecting: Expecting = 'value';
  let offset = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) offset += found.length;
    return found;
  };
  for (;;) {
    take(BLANKS);
    const frame = frames.at(-1);
    const char = text[offset];
    if (frame === undefined && expecting === 'comma or end') return char === undefined ? -1 : offset;
    if (expecting === 'comma or end' && char === ',') {
      offset++;
      if (frame!.array) frame!.at = (frame!.at as number) + 1;
      expecting = frame!.array ? 'value' : 'key';
    } else if (expecting.endsWith('or end') && char === (frame!.array ? ']' : '}')) {
      offset++;
      frames.pop();
      expecting = 'comma or end';
    } else if (expecting.startsWith('key')) {
      const key = take(STRING);
      if (key === undefined) return take(CUT_STRING) === undefined ? offset : text.length;
      take(BLANKS);
      if (text[offset] !== ':') return offset;
      offset++;
      frame!.at = visit === undefined ? '' : (JSON.parse(key) as string);
      expecting = 'value';
    } else if (!expecting.startsWith('value')) {
      return offset;
    } else if (char === '{' || char === '[') {
      offset++;
      frames.push({ array: char === '[', at: char === '[' ? 0 : '' });
      expecting = char === '[' ? 'value or end' : 'key or end';
    } else if (char === '"') {
      if (take(STRING) === undefined) return take(CUT_STRING) === undefined ? offset : text.length;
      expecting = 'comma or end';
    } else {
      const start = offset;
      const scalar = take(SCALAR);
      if (scalar === undefined) return offset;
      SCALAR_END.lastIndex = offset;
      if (!SCALAR_END.test(text)) return start;
      if (
        visit !== undefined &&
        /\d/.test(scalar) &&
        visit(
          scalar,
          frames.map(({ at }) => at),
        )
      )
        return -1;
      expecting = 'comma or end';
    }
  }
}
