import { types } from 'node:util';
import type { ToolContext } from '../tool/tool-context.js';
import { isChunkSource, openChunkSource } from './chunk-source.js';
import { collectBlob, collectResponse, isBlob, isResponse, type ResponseLike } from './collect-body.js';
import { collectChunks } from './collect-chunks.js';
import { collectGenerator, isIterator } from './collect-generator.js';
import { collectObservable, isObservable, type ObservableLike } from './collect-observable.js';

// eslint-disable-next-line @typescript-eslint/unbound-method
const ordinaryThen = Promise.prototype.then;

/**
 * Turns what a tool returned into a value: promises are awaited; an Observable gives its last
 * value, `null` if it has none; streams, async iterables and generators give all their parts, as
 * one text if all of them are text or bytes, else as an array; a fetch Response gives
 * `{ status, contentType, body }`, a Blob its text or bytes. Any other value comes back as it is,
 * at once.
 *
 * The signal is asked for only when there is something to stop. When it aborts, the source is closed and the promise rejects with the signal's reason. A
 * promise has nothing to close: the caller's deadline covers one that never settles.
 *
 * @throws ToolError past 10,000 parts or 8 Mi characters; the source is closed then. What the
 *   source throws. May throw at once or reject.
 */
export function collectOutput(value: unknown, context: Pick<ToolContext, 'signal'>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!isThenable(value)) return collectSettled(value, context);
  // A promise of our own settles once, and calls `then` outside of this stack, whatever the thenable does.
  const promise = isOrdinaryPromise(value) ? value : new Promise<unknown>((resolve) => resolve(value));
  return promise.then((settled) => collectSettled(settled, context));
}

function isOrdinaryPromise(value: object): value is Promise<unknown> {
  return types.isPromise(value) && value.constructor === Promise && value.then === ordinaryThen;
}

function isThenable(value: object): boolean {
  try {
    return typeof (value as { then?: unknown }).then === 'function';
  } catch {
    // What can't be read fails as it does in `await`. A proxy that throws at every touch is a
    // value: the normaliser shows it as unreadable.
    return !types.isProxy(value);
  }
}

function collectSettled(value: unknown, context: Pick<ToolContext, 'signal'>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  switch (kindOf(value)) {
    case 'observable':
      return collectObservable(value as ObservableLike, context.signal);
    case 'stream':
      return collectChunks(openChunkSource(value), context.signal);
    case 'generator':
      return collectGenerator(value as IterableIterator<unknown>, context.signal);
    case 'response':
      return collectResponse(value as ResponseLike, context.signal);
    case 'blob':
      return collectBlob(value as Blob, context.signal);
    case 'value':
      return value;
  }
}

function kindOf(value: object): 'value' | 'observable' | 'stream' | 'generator' | 'response' | 'blob' {
  try {
    if (isChunkSource(value)) return 'stream';
    if (isObservable(value)) return 'observable';
    if (isIterator(value)) return 'generator';
    if (isResponse(value)) return 'response';
    return isBlob(value) ? 'blob' : 'value';
  } catch {
    return 'value';
  }
}
