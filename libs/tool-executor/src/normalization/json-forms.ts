import { types } from 'node:util';

/** What stands for an object that isn't plain data. */
export interface JsonForm {
  readonly value: unknown;
  readonly note?: string;
}

/**
 * The form of an object whose data isn't in its own properties, or `undefined`. Objects are told
 * by their inner slots, so that those of another realm are recognised, and no `toJSON` or getter
 * of theirs runs. An Error is such a form too: `toJSON` of an HTTP client's error gives its headers.
 */
export function formOf(value: object, maxBytes: number): JsonForm | undefined {
  if (types.isDate(value)) {
    const time = Date.prototype.getTime.call(value);
    return Number.isNaN(time)
      ? { value: null, note: 'an invalid Date became null' }
      : { value: new Date(time).toISOString() };
  }
  if (types.isNativeError(value) || value instanceof Error) return { value: errorForm(value) };
  if (ArrayBuffer.isView(value)) {
    return bytesForm(
      Buffer.isBuffer(value) ? 'Buffer' : tagOf(value),
      value.buffer,
      value.byteOffset,
      value.byteLength,
      maxBytes,
    );
  }
  if (types.isAnyArrayBuffer(value)) return bytesForm(tagOf(value), value, 0, value.byteLength, maxBytes);
  if (types.isRegExp(value)) return { value: RegExp.prototype.toString.call(value) };
  if (types.isBoxedPrimitive(value)) return { value: unbox(value) };
  if (types.isPromise(value)) return { value: '[promise]', note: 'a Promise was not awaited' };
  if (value instanceof URL || value instanceof URLSearchParams) return { value: value.toString() };
  return undefined;
}

function errorForm(error: object): { name: string; message: string } {
  return { name: textOf(error, 'name') || 'Error', message: textOf(error, 'message') };
}

function textOf(error: object, key: 'name' | 'message'): string {
  try {
    const text = (error as Record<string, unknown>)[key];
    return typeof text === 'string' ? text : '';
  } catch {
    return '[unreadable]';
  }
}

function bytesForm(
  type: string,
  buffer: ArrayBufferLike,
  offset: number,
  bytes: number,
  maxBytes: number,
): JsonForm {
  if (bytes > maxBytes) return { value: { type, base64: null, bytes }, note: `${bytes} bytes left out` };
  return { value: { type, base64: Buffer.from(buffer, offset, bytes).toString('base64'), bytes } };
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function unbox(value: object): unknown {
  if (types.isNumberObject(value)) return Number.prototype.valueOf.call(value);
  if (types.isStringObject(value)) return String.prototype.valueOf.call(value);
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value);
  if (types.isBigIntObject(value)) return BigInt.prototype.valueOf.call(value);
  return undefined;
}
