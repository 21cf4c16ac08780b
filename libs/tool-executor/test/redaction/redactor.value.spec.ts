import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Redactor } from '../../src/redaction/redactor.js';

const redactor = new Redactor({ env: {} });
const fail = (): never => {
  throw new Error('hostile');
};

describe('Redactor.value', () => {
  it('masks secret names in all spellings and leaves innocent ones alone', () => {
    const secret = {
      Password: 'x',
      apiKey: 'x',
      API_KEY: 'x',
      'x-api-key': 'x',
      AUTHORIZATION: 'x',
      clientSecret: 'x',
      accessToken: 'x',
      'Set-Cookie': 'x',
    };
    const innocent = {
      tokenizer: 'bpe',
      max_tokens: 100,
      tokens_used: 5,
      author: 'me',
      secretary: 'Ann',
      monkey: 'x',
    };
    const masked = redactor.value({ ...secret, ...innocent }) as Record<string, unknown>;
    for (const key of Object.keys(secret)) expect(masked[key]).toBe('***');
    expect(masked).toMatchObject(innocent);
  });

  it.each([null, 0, 42, false, '', [], { a: 1 }, ['x']])('masks %j under a secret name', (value) => {
    expect(redactor.value({ deep: [{ password: value }] })).toEqual({ deep: [{ password: '***' }] });
  });

  it('masks sensitive paths, also within lists', () => {
    const value = {
      owner: { pin: 1, name: 'Ann' },
      cards: [{ number: '4111', brand: 'v' }, { number: null }],
      pin: 2,
    };
    expect(redactor.value(value, ['owner.pin', 'cards[].number'])).toEqual({
      owner: { pin: '***', name: 'Ann' },
      cards: [{ number: '***', brand: 'v' }, { number: '***' }],
      pin: 2,
    });
  });

  it.each([
    ['an object instead of a list', { cards: { number: '4111' } }, { cards: { number: '***' } }],
    ['JSON text instead of a list', { cards: '[{"number":"4111"}]' }, { cards: '***' }],
    ['lists within lists', { cards: [[{ number: '4111' }]] }, { cards: [[{ number: '***' }]] }],
  ])('masks a sensitive path in %s', (_, value, masked) => {
    expect(redactor.value(value, ['cards[].number'])).toEqual(masked);
  });

  it('masks secrets in each text', () => {
    expect(redactor.value({ command: 'curl --token S3C', lines: ['PASSWORD=S3C'] })).toEqual({
      command: 'curl --token ***',
      lines: ['PASSWORD=***'],
    });
  });

  it('masks the value behind an option in the arguments of a program', () => {
    expect(redactor.value(['curl', '--token', 'S3C', '--max-time', '5'])).toEqual([
      'curl',
      '--token',
      '***',
      '--max-time',
      '5',
    ]);
  });

  it('masks known values in keys too', () => {
    expect(new Redactor({ secrets: ['S3C'], env: {} }).value({ 'of S3C': 1 })).toEqual({ 'of ***': 1 });
  });

  it('makes a value JSON-safe as it masks it', () => {
    const value = {
      at: new Date(0),
      map: new Map([['password', 'S3C']]),
      error: new Error('TOKEN=S3C'),
      n: 1n,
      none: undefined,
      nan: NaN,
      run: () => 1,
      bad: Object.defineProperty({}, 'x', { get: fail, enumerable: true }),
    };
    expect(redactor.value(value)).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      map: { password: '***' },
      error: { name: 'Error', message: 'TOKEN=***' },
      n: '1',
      nan: null,
      bad: { x: '[unreadable]' },
    });
  });

  it('survives cycles, depth and hostile values', () => {
    const circular: Record<string, unknown> = { password: 'S3C' };
    circular['self'] = circular;
    expect(redactor.value(circular)).toEqual({ password: '***', self: '[circular]' });
    let deep: unknown = { password: 'S3C' };
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(JSON.stringify(redactor.value(deep))).toContain('[too deep]');
    expect(redactor.value(new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail }))).toBe(
      '[unreadable]',
    );
  });

  it('pollutes no prototype and keeps no __proto__ key', () => {
    const masked = redactor.value(JSON.parse('{"__proto__":{"p":1},"a":1}'));
    expect(masked).toEqual({ a: 1 });
    expect(Object.getPrototypeOf(masked)).toBe(Object.prototype);
  });

  it('gives a fresh copy and changes nothing', () => {
    const value = Object.freeze({ list: Object.freeze([Object.freeze({ a: 1 })]) });
    const copy = redactor.value(value) as { list: { a: number }[] };
    copy.list[0]!.a = 2;
    expect(value.list[0]!.a).toBe(1);
  });

  it('lets no secret out of any JSON value, wherever it stands', () => {
    const configured = new Redactor({ secrets: ['S3C-VALUE'], env: {} });
    const leaf = fc.oneof(
      fc.string(),
      fc.constant('S3C-VALUE'),
      fc.string().map((text) => `${text}S3C-VALUE${text}`),
      fc.integer(),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (input) => {
        expect(JSON.stringify(configured.value(input))).not.toContain('S3C-VALUE');
      }),
    );
  });
});
