import { escapeControls } from '../text/escape-controls.js';

/** Says in words what kind of thing a value is: `an array`, `a string`, `an instance of Date`. Never throws. */
export function describeForeign(value: unknown): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'number':
      return Number.isFinite(value) ? 'a number' : String(value);
    case 'object':
      return describeObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function describeObject(value: object): string {
  try {
    if (Array.isArray(value)) return 'an array';
    const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
    if (typeof name === 'string' && name !== '' && name !== 'Object')
      return `an instance of ${escapeControls(name, 40)}`;
    return 'an object';
  } catch {
    return 'an unreadable object';
  }
}
