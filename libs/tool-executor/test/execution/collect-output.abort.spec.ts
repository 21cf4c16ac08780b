import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { Observable, of } from 'rxjs';
import { collectOutput } from '../../src/execution/collect-output.js';

const reason = new Error('stopped');
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sources that never end, each with a word on how it was closed. */
const endless: Record<string, () => { source: unknown; isClosed: () => boolean }> = {
  'an Observable': () => {
    let closed = false;
    return { source: new Observable(() => () => void (closed = true)), isClosed: () => closed };
  },
  'an Observable whose teardown throws': () => {
    let closed = false;
    const unsubscribe = (): never => {
      closed = true;
      throw new Error('teardown');
    };
    return { source: { subscribe: () => ({ unsubscribe }), pipe: () => undefined }, isClosed: () => closed };
  },
  'an async iterable': () => {
    let closed = false;
    const iterator = {
      next: () => new Promise(() => undefined),
      return: () => ((closed = true), Promise.reject(new Error('from return'))),
    };
    return { source: { [Symbol.asyncIterator]: () => iterator }, isClosed: () => closed };
  },
  'an async iterable whose return throws': () => {
    let closed = false;
    const iterator = {
      next: () => new Promise(() => undefined),
      return: () => {
        closed = true;
        throw new Error('from return');
      },
    };
    return { source: { [Symbol.asyncIterator]: () => iterator }, isClosed: () => closed };
  },
  'a Node stream': () => {
    const source = new Readable({ read: () => undefined });
    return { source, isClosed: () => source.destroyed };
  },
  'a web stream': () => {
    let closed = false;
    const cancel = (): Promise<void> => ((closed = true), Promise.reject(new Error('from cancel')));
    return { source: new ReadableStream({ cancel }), isClosed: () => closed };
  },
  'a Response': () => {
    let closed = false;
    return {
      source: new Response(new ReadableStream({ cancel: () => void (closed = true) })),
      isClosed: () => closed,
    };
  },
};

describe('collectOutput when the signal aborts', () => {
  const unhandled: unknown[] = [];
  const remember = (error: unknown): void => void unhandled.push(error);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', remember);
  });
  afterEach(() => {
    process.off('unhandledRejection', remember);
  });

  it.each(Object.keys(endless))('closes %s and rejects with the reason', async (name) => {
    const { source, isClosed } = endless[name]!();
    const controller = new AbortController();
    const collected = collectOutput(source, { signal: controller.signal }) as Promise<unknown>;
    await nextTurn();
    expect(isClosed()).toBe(false);
    controller.abort(reason);
    await expect(collected).rejects.toBe(reason);
    await nextTurn();
    expect(isClosed()).toBe(true);
    expect(unhandled).toEqual([]);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it.each(Object.keys(endless))('does not wait for %s if it has aborted before', async (name) => {
    const { source } = endless[name]!();
    await expect(collectOutput(source, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await nextTurn();
    expect(unhandled).toEqual([]);
  });

  it('swallows what an async generator throws afterwards', async () => {
    const controller = new AbortController();
    const gate = Promise.withResolvers<void>();
    const source = (async function* () {
      yield 1;
      await gate.promise;
      throw new Error('late');
    })();
    const collected = collectOutput(source, controller);
    controller.abort(reason);
    await expect(collected).rejects.toBe(reason);
    gate.resolve();
    await nextTurn();
    expect(unhandled).toEqual([]);
  });

  it('unsubscribes from an Observable that aborts while it is subscribed to', async () => {
    const controller = new AbortController();
    let closed = false;
    const source = new Observable(() => {
      controller.abort(reason);
      return () => void (closed = true);
    });
    await expect(collectOutput(source, controller)).rejects.toBe(reason);
    expect(closed).toBe(true);
  });

  it('stops a generator that aborts its own call', () => {
    const controller = new AbortController();
    let closed = false;
    const source = (function* () {
      try {
        controller.abort(reason);
        yield 1;
      } finally {
        closed = true;
      }
    })();
    expect(() => collectOutput(source, controller)).toThrow(reason);
    expect(closed).toBe(true);
  });

  it.each([
    ['an Observable', () => of(1)],
    ['a Node stream', () => Readable.from(['a'])],
    [
      'an async iterable that fails',
      () =>
        (async function* () {
          yield* [];
          throw new Error('no');
        })(),
    ],
    ['a web stream', () => new Blob(['a']).stream()],
  ])('leaves no listener behind after the end of %s', async (_, make) => {
    const { signal } = new AbortController();
    await Promise.resolve(collectOutput(make(), { signal })).catch(() => undefined);
    await nextTurn();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
