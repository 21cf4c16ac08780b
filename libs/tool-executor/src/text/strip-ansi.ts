// Each alternative takes what it can and then matches, whole or cut: nothing is ever tried twice,
// so the time is linear for any input. `stripVTControlCharacters` of node:util leaves the text of
// DCS, PM and APC strings and all cut sequences.
const SEQUENCE = new RegExp(
  [
    // CSI: parameters, intermediates, final byte.
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    // OSC, DCS, SOS, PM, APC: up to BEL or ST. One that is never closed ends with its line. Only the
    // ESC forms: their one-character forms also turn up in text that was encoded twice.
    String.raw`\u001b[\]PX^_][^\u0007\u001b\u009c\r\n]*(?:\u0007|\u001b\\|\u009c)?`,
    // Two characters, such as a choice of character set, or an ESC alone.
    String.raw`\u001b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);

/**
 * The text without terminal sequences: colours, cursor movements, titles, hyperlinks (their text
 * stays). Linear in the length of the text.
 */
export function stripAnsi(text: string): string {
  return text.replace(SEQUENCE, '');
}
