import {
  BadRequestException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
} from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeThrow } from '../../src/normalization/describe-throw.js';
import { ToolError } from '../../src/tool/tool-error.js';

const plain = (thrown: unknown) => describeThrow(thrown, { errors: 'plain', traceId: 'abc123' });
const masked = (thrown: unknown) => describeThrow(thrown, { errors: 'masked', traceId: 'abc123' });
const fail = (): never => {
  throw new Error('hostile');
};
const NEUTRAL = 'the tool failed; the details are in the trace abc123';
const NO_MESSAGE = 'the tool failed without a message';

class PaymentDeclined extends Error {}

describe('describeThrow: anything that is thrown', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'disk full', 'disk full'],
    ['undefined', undefined, NO_MESSAGE],
    ['null', null, NO_MESSAGE],
    ['an empty text', '', NO_MESSAGE],
    ['blank text', ' \n ', NO_MESSAGE],
    ['a number', 42, '42'],
    ['a bigint', 7n, '7'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a function', () => 1, NO_MESSAGE],
    ['an object, as JSON', { code: 42 }, '{"code":42}'],
    ['an array, as JSON', ['a', 1n], '["a","1"]'],
    ['an object with a message', { message: 'no luck', headers: { cookie: 'S3C' } }, 'no luck'],
    ['an error', new Error('user 7 not found'), 'user 7 not found'],
    ['an error without a message', new Error(''), NO_MESSAGE],
    [
      'an error of its own class without a message',
      new PaymentDeclined(),
      'PaymentDeclined without a message',
    ],
    [
      'an error whose message is null',
      Object.assign(new TypeError(), { message: null }),
      'TypeError without a message',
    ],
    ['a frozen error', Object.freeze(new Error('f')), 'f'],
    [
      'an AggregateError',
      new AggregateError([new Error('a'), 'b', new Error('c'), new Error('d')], 'all failed'),
      'all failed: a; b; c; and 1 more',
    ],
    [
      'an AggregateError without a message',
      new AggregateError([new Error('ECONNREFUSED ::1')]),
      'ECONNREFUSED ::1',
    ],
    [
      'an error whose message throws',
      Object.defineProperty(new Error(), 'message', { get: fail }),
      NO_MESSAGE,
    ],
    [
      'a revoked proxy',
      (() => {
        const p = Proxy.revocable(new Error('x'), {});
        p.revoke();
        return p.proxy;
      })(),
      NO_MESSAGE,
    ],
    ['a proxy that throws', new Proxy({}, { get: fail, getPrototypeOf: fail, ownKeys: fail }), NO_MESSAGE],
  ])('%s', (_, thrown, message) => {
    expect(plain(thrown)).toEqual({ code: 'tool_error', message, retryable: undefined, details: undefined });
    expect(masked(thrown)).toEqual({
      code: 'tool_error',
      message: NEUTRAL,
      retryable: undefined,
      details: undefined,
    });
  });

  it('gives nothing of the fields of an HTTP client error but its message', () => {
    const error = Object.assign(new Error('Request failed with status code 401'), {
      config: { headers: { Authorization: 'Bearer S3C' } },
      response: { status: 401, headers: { 'set-cookie': 'S3C' } },
    });
    expect(JSON.stringify(plain(error))).not.toContain('S3C');
  });

  it('bounds what it says of a huge object or message', () => {
    for (const thrown of [
      { rows: Array.from({ length: 50_000 }, () => 'row') },
      new Error('x'.repeat(5_000_000)),
    ]) {
      const { message } = plain(thrown);
      expect(message.length).toBeLessThanOrEqual(4_000);
      expect(message.length).toBeGreaterThan(100);
    }
    expect(plain(new Error('first '.repeat(10_000) + 'LAST')).message).toMatch(
      /^first[^]*\[truncated\][^]*LAST$/,
    );
  });

  it('says something well-formed about anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (thrown) => {
        const { message } = plain(thrown);
        expect(message).not.toBe('');
        expect(message.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('describeThrow: where code is', () => {
  it('leaves out the lines of a stack', () => {
    const inner = new Error('inner');
    const { message } = plain(new Error(`outer\n${inner.stack}`));
    expect(message).toBe('outer\nError: inner');
  });

  it.each([
    '    at Service.find (/app/dist/orders.service.js:12:34)',
    '    at async file:///app/src/main.ts:1:2',
    '    at new Promise (<anonymous>)',
    '    at async Promise.all (index 0)',
    '    at node:internal/process/task_queues:95:5',
    'at C:\\app\\dist\\main.js:3:4',
  ])('leaves out the line %j', (line) => {
    expect(plain(new Error(`boom\n${line}\nsecond line`)).message).toBe('boom\nsecond line');
  });

  it.each([
    ['fails in /app/dist/orders.service.js:12:34', 'fails in orders.service.js:12:34'],
    ['see file:///app/src/main.ts:7', 'see main.ts:7'],
    ['(C:\\app\\main.mjs:1:2)', '(main.mjs:1:2)'],
  ])('leaves out the folder of a source position: %j', (text, expected) => {
    expect(plain(new Error(text)).message).toBe(expected);
  });

  it.each([
    'ENOENT: no such file, open /workspace/a.ts',
    'look at https://example.org:8080/x',
    'at noon\nat 10:30:15',
    'meet me\nat the station (platform 3)',
    'src/app.ts:3:4 is relative',
  ])('keeps %j', (text) => {
    expect(plain(new Error(text)).message).toBe(text);
  });

  it.each([
    '/'.repeat(200_000),
    'a.js:1 '.repeat(30_000),
    `${'at ('.repeat(50_000)}`,
    '/a.ts:'.repeat(30_000),
  ])('gets through a long hostile message', (text) => {
    expect(plain(new Error(text)).message.length).toBeLessThanOrEqual(4_000);
  });
});

describe('describeThrow: ToolError', () => {
  it.each([plain, masked])('keeps message, code, retryable and details, masked or not', (describeIt) => {
    const error = new ToolError('quota reached', {
      code: 'overloaded',
      retryable: true,
      details: { resetsIn: 5 },
    });
    expect(describeIt(error)).toEqual({
      code: 'overloaded',
      message: 'quota reached',
      retryable: true,
      details: { resetsIn: 5 },
    });
  });

  it('is recognised from another copy of the package', () => {
    const foreign = Object.assign(new Error('foreign'), { code: 'permission_denied' });
    Object.defineProperty(foreign, Symbol.for('nestjs-tool-executor.ToolError'), { value: true });
    expect(masked(foreign)).toMatchObject({ code: 'permission_denied', message: 'foreign' });
  });

  it('falls back where its fields are nonsense', () => {
    const error = Object.assign(new ToolError(''), { code: 'made_up', retryable: 'yes' });
    expect(plain(error)).toEqual({
      code: 'tool_error',
      message: NO_MESSAGE,
      retryable: undefined,
      details: undefined,
    });
  });

  it('takes its code from no other error', () => {
    expect(
      plain(Object.assign(new Error('x'), { code: 'permission_denied', retryable: true })),
    ).toMatchObject({
      code: 'tool_error',
      retryable: undefined,
    });
  });
});

describe('describeThrow: HttpException', () => {
  it.each<[string, unknown, string, boolean]>([
    ['404', new NotFoundException('no order 7'), 'no order 7', false],
    [
      '400 with the messages of a ValidationPipe',
      new BadRequestException(['a must be a number', 'b is required']),
      'a must be a number; b is required',
      false,
    ],
    [
      '422 with a response of its own',
      new HttpException({ reason: 'locked' }, 422),
      '{"reason":"locked"}',
      false,
    ],
    ['418 with a text', new HttpException('teapot', 418), 'teapot', false],
    ['429', new HttpException('slow down', 429), 'slow down', true],
    [
      'one of another copy of Nest',
      { getStatus: () => 403, getResponse: () => ({ message: 'not yours' }) },
      'not yours',
      false,
    ],
  ])('keeps the message of a %s, masked or not', (_, thrown, message, retryable) => {
    expect(plain(thrown)).toEqual({ code: 'tool_error', message, retryable, details: undefined });
    expect(masked(thrown)).toEqual({ code: 'tool_error', message, retryable, details: undefined });
  });

  it('may be tried again with 503, and is masked', () => {
    expect(plain(new ServiceUnavailableException('warming up'))).toMatchObject({
      message: 'warming up',
      retryable: true,
    });
    expect(masked(new ServiceUnavailableException('warming up'))).toMatchObject({
      message: NEUTRAL,
      retryable: true,
    });
  });

  it('is like any other error with another 5xx', () => {
    expect(plain(new InternalServerErrorException('db down'))).toMatchObject({
      message: 'db down',
      retryable: undefined,
    });
    expect(masked(new InternalServerErrorException('db down'))).toMatchObject({ message: NEUTRAL });
  });

  it('is no HttpException if its methods throw or lie', () => {
    expect(plain({ getStatus: fail, getResponse: fail, message: 'x' }).message).toBe('x');
    expect(plain({ getStatus: () => '404', getResponse: () => 'y', message: 'x' }).message).toBe('x');
  });
});
