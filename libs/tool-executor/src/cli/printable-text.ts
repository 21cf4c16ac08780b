/**
 * C0 and C1 controls, DEL, and the characters that reverse the direction of text. A CR before an
 * LF is a line ending. Zero-width joiners stay: emoji and several scripts need them.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of a tool or a model for a terminal: lines and tabs stay, what would steer the terminal
 * shows as `\u{1b}`. Also where stdout is no terminal, since `| cat` ends on one; who needs the
 * exact characters takes `--json`.
 */
export function printableText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
