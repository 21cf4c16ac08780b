import { keepHeadAndTail } from '../text/keep-head-and-tail.js';
import type { JsonValue } from '../tool/tool-result.js';

/** An output within its limit. */
export interface LimitedOutput {
  readonly value: JsonValue;
  readonly truncated: boolean;
  /** UTF-16 units before cutting, of the JSON where the output is structured; 0 where it is so small that nobody counted. */
  readonly originalSize: number;
}

/**
 * Keeps an output within `maxChars` UTF-16 units. A text loses its middle. A structured value
 * whose JSON is too long becomes text: a first line that says so, then the JSON without its
 * middle. So half a structure never passes for a whole one.
 *
 * @param value JSON of bounded depth, as `toJsonValue` gives it
 */
export function limitOutput(value: JsonValue, maxChars: number): LimitedOutput {
  if (typeof value === 'string') {
    const kept = keepHeadAndTail(value, maxChars);
    return { value: kept.text, truncated: kept.truncated, originalSize: kept.originalSize };
  }
  if (roomLeft(value, maxChars) >= 0) return { value, truncated: false, originalSize: 0 };
  const json = JSON.stringify(value);
  const originalSize = json.length;
  if (originalSize <= maxChars) return { value, truncated: false, originalSize };
  const firstLine = `[cut: JSON of ${originalSize} characters, shown as text]\n`;
  const room = maxChars - firstLine.length;
  const text =
    room > firstLine.length
      ? firstLine + keepHeadAndTail(json, room).text
      : keepHeadAndTail(json, maxChars).text;
  return { value: text, truncated: true, originalSize };
}

/** What is left of `room` after the longest JSON that the value may have; negative as soon as it may be too long. */
function roomLeft(value: JsonValue, room: number): number {
  if (room < 0) return room;
  // The longest number is -2.2250738585072014e-308; a character is escaped as six at most.
  if (typeof value === 'string') return room - value.length * 6 - 2;
  if (typeof value !== 'object' || value === null) return room - 24;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      left = roomLeft(item, left - 1);
      if (left < 0) break;
    }
    return left;
  }
  for (const [key, item] of Object.entries(value)) {
    left = roomLeft(item, left - key.length * 6 - 4);
    if (left < 0) break;
  }
  return left;
}
