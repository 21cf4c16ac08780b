import { describe, expect, it } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import { EMPTY, from, NEVER, of, throwError } from 'rxjs';
import { collectOutput } from '../../src/execution/collect-output.js';
import { ToolError } from '../../src/tool/tool-error.js';

const context = { signal: new AbortController().signal };
const collect = (value: unknown): unknown => collectOutput(value, context);

async function* chunksOf(...chunks: unknown[]): AsyncGenerator<unknown> {
  for (const chunk of chunks) yield chunk;
}
function* partsOf(...parts: unknown[]): Generator<unknown> {
  yield* parts;
}

describe('collectOutput: values', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'text'],
    ['a number', 0],
    ['a function', () => 1],
    ['an object', { a: 1 }],
    ['an array', [1]],
    ['a Map', new Map([[1, 2]])],
    ['a Set', new Set([1])],
    ['bytes', Buffer.from('hi')],
    ['an object with one method of a stream', { pipe: () => 1, next: () => 1, status: 5 }],
  ])('gives %s back as it is, at once, without asking for a signal', (_, value) => {
    const lazy = {
      get signal(): AbortSignal {
        throw new Error('asked for a signal');
      },
    };
    expect(collectOutput(value, lazy)).toBe(value);
  });

  it('gives a proxy that throws at every touch back as it is', () => {
    const proxy = new Proxy(
      {},
      {
        get: () => {
          throw new Error('hostile');
        },
      },
    );
    expect(collect(proxy) === proxy).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ['a promise', Promise.resolve(5), 5],
    ['a thenable', { then: (resolve: (value: unknown) => void) => resolve(5) }, 5],
    [
      'a thenable that settles twice',
      {
        then: (resolve: (v: unknown) => void, reject: (e: unknown) => void) => {
          resolve(1);
          reject(2);
          resolve(3);
        },
      },
      1,
    ],
    [
      'a thenable that throws after it has settled',
      {
        then: (resolve: (value: unknown) => void) => {
          resolve(1);
          throw new Error('late');
        },
      },
      1,
    ],
    [
      'a promise of a thenable of an Observable',
      Promise.resolve({ then: (resolve: (value: unknown) => void) => resolve(of(7)) }),
      7,
    ],
    ['a promise of a generator', Promise.resolve(partsOf('a', 'b')), 'ab'],
  ])('awaits %s', async (_, value, expected) => {
    await expect(collect(value)).resolves.toBe(expected);
  });

  it('awaits a promise class with a `then` of its own', async () => {
    class Lazy extends Promise<unknown> {
      override then: Promise<unknown>['then'] = (resolve) => Promise.resolve(9).then(resolve);
    }
    await expect(collect(new Lazy(() => undefined))).resolves.toBe(9);
  });

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.reject(new Error('no'))],
    [
      'a thenable that throws',
      () => ({
        then: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a `then` that throws when it is read',
      () =>
        Object.defineProperty({}, 'then', {
          get: () => {
            throw new Error('no');
          },
        }),
    ],
    ['an Observable', () => throwError(() => new Error('no'))],
    [
      'an async generator',
      () =>
        (async function* () {
          yield 1;
          throw new Error('no');
        })(),
    ],
    [
      'a stream',
      () =>
        new Readable({
          read() {
            this.destroy(new Error('no'));
          },
        }),
    ],
  ])('rejects with the error of %s', async (_, make) => {
    await expect(collect(make())).rejects.toThrow('no');
  });
});

describe('collectOutput: parts', () => {
  it.each<[string, unknown, unknown]>([
    ['the last value of an Observable', from([1, 2, 3]), 3],
    ['null for an empty Observable', EMPTY, null],
    ['one text for an async iterable of texts', chunksOf('a', 'b'), 'ab'],
    ['an array for an async iterable of values', chunksOf({ a: 1 }, 'b'), [{ a: 1 }, 'b']],
    ['an array for an async iterable of nothing', chunksOf(), []],
    ['one text for a Node stream', Readable.from([Buffer.from('a'), Buffer.from('b')]), 'ab'],
    ['an empty text for an empty byte stream', Readable.from([], { objectMode: false }), ''],
    ['an array for a Node stream of objects', Readable.from([{ a: 1 }]), [{ a: 1 }]],
    ['one text for a web stream', new Blob(['web']).stream(), 'web'],
    [
      'status and text of a Response',
      new Response('no', { status: 404, headers: { 'content-type': 'text/plain' } }),
      { status: 404, contentType: 'text/plain', body: 'no' },
    ],
    [
      'status and parsed body of a JSON Response',
      Response.json({ a: 1 }),
      { status: 200, contentType: 'application/json', body: { a: 1 } },
    ],
    [
      'no body of a Response without one',
      new Response(null, { status: 204 }),
      { status: 204, contentType: null, body: null },
    ],
    ['the text of a Blob', new Blob(['text'], { type: 'text/plain' }), 'text'],
    [
      'the bytes of a binary Blob',
      new Blob([new Uint8Array([1])], { type: 'image/png' }),
      new Uint8Array([1]),
    ],
  ])('gives %s', async (_, value, expected) => {
    expect(await collect(value)).toEqual(expected);
  });

  it.each<[string, unknown, unknown]>([
    ['one text for a generator of texts', partsOf('a', 'b'), 'ab'],
    ['an array for a generator of values', partsOf(1, 2), [1, 2]],
    ['an array for an iterator of a Map', new Map([['a', 1]]).values(), [1]],
    [
      'what a generator returns that yields nothing',
      (function* () {
        yield* [];
        return 5;
      })(),
      5,
    ],
  ])('gives %s, at once', (_, value, expected) => {
    expect(collect(value)).toEqual(expected);
  });

  it('decodes characters that begin in one chunk and end in the next', async () => {
    const bytes = Buffer.from('café☕');
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    await expect(collect(chunksOf(...single))).resolves.toBe('café☕');
    await expect(collect(chunksOf(bytes.subarray(0, 4), 'x'))).resolves.toBe('caf\ufffdx');
    await expect(collect(chunksOf(Buffer.from([0xe2, 0x82])))).resolves.toBe('\ufffd');
  });

  it.each([
    ['parts', () => 'x', 'more than 10000 parts'],
    ['characters', () => 'x'.repeat(1_000_000), 'more than 8388608 characters'],
    ['bytes', () => new Uint8Array(1_000_000), 'more than 8388608 characters'],
  ])('stops a source that gives too many %s, and closes it', async (_, make, message) => {
    let closed = 0;
    const endless = {
      [Symbol.asyncIterator]: () => endless,
      next: () => Promise.resolve({ done: false, value: make() }),
      return: () => ((closed += 1), Promise.reject(new Error('from return'))),
    };
    const error: unknown = await Promise.resolve(collect(endless)).catch((thrown: unknown) => thrown);
    expect(ToolError.isInstance(error) && error.message).toContain(message);
    expect(closed).toBe(1);
  });

  it('stops a generator that never ends, and closes it', () => {
    let closed = false;
    const endless = (function* () {
      try {
        for (;;) yield 'x';
      } finally {
        closed = true;
      }
    })();
    expect(() => collect(endless)).toThrow('more than 10000 parts');
    expect(closed).toBe(true);
  });

  it('survives an error of a stream that comes after its end', async () => {
    const stream = new PassThrough({ autoDestroy: false });
    stream.end('x');
    await expect(collect(stream)).resolves.toBe('x');
    expect(() => stream.emit('error', new Error('late'))).not.toThrow();
  });
});

describe('collectOutput: an Observable that never ends', () => {
  it('stays pending without an abort', async () => {
    const pending = Symbol('pending');
    const first = await Promise.race([
      collect(NEVER),
      new Promise((resolve) => setImmediate(resolve, pending)),
    ]);
    expect(first).toBe(pending);
  });
});
