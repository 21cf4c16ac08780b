import { escapeControls } from './escape-controls.js';

const PLAIN_KEY = /^[A-Za-z_$][\w$-]{0,99}$/;
const MAX_KEY_CHARS = 100;

/** `address` and `city` give `address.city`. Keys that don't read as a name are quoted: `headers["x y"]`. */
export function joinKey(path: string, key: string): string {
  if (PLAIN_KEY.test(key)) return path === '' ? key : `${path}.${key}`;
  return `${path}[${JSON.stringify(escapeControls(key, MAX_KEY_CHARS))}]`;
}

/** `tags` and 2 give `tags[2]`. */
export function joinIndex(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** Joins what a walk has collected on its way out of a value. */
export function joinSegments(segments: readonly (string | number)[]): string {
  let path = '';
  for (const segment of segments) {
    path = typeof segment === 'number' ? joinIndex(path, segment) : joinKey(path, segment);
  }
  return path;
}
