import { escapeControls } from '../text/escape-controls.js';
import type { JsonValue } from '../tool/tool-result.js';

const MAX_CHARS = 40;

/**
 * What came, shortened and on one line: `string "12px"`, `array of 3`.
 *
 * @param concealed names the kind only
 */
export function describeReceived(value: JsonValue, concealed: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') return 'object';
  if (concealed) return typeof value;
  const shown = typeof value === 'string' ? `"${escapeControls(value, MAX_CHARS)}"` : String(value);
  return `${typeof value} ${shown}`;
}
