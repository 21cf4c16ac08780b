import { escapeControls } from '../text/escape-controls.js';
import type { JsonValue } from '../tool/tool-result.js';
import type { Concealment } from './concealment.js';

const MAX_CHARS = 40;

/**
 * What came, shortened and on one line: `string "12px"`, `array of 3`.
 *
 * @param concealed names the kind only
 * @param concealment masks before anything is cut: a cut could leave half of a secret
 */
export function describeReceived(value: JsonValue, concealed: boolean, concealment: Concealment): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') return 'object';
  if (concealed) return typeof value;
  const shown =
    typeof value === 'string' ? `"${escapeControls(concealment.text(value), MAX_CHARS)}"` : String(value);
  return `${typeof value} ${shown}`;
}
