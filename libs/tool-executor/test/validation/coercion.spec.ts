import { describe, expect, it } from '@jest/globals';
import { Type as TypeOf } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { broken, compile, validate } from './compile.js';

enum Direction {
  Up = 1,
  Down,
}

class Point {
  @IsInt() x!: number;
}
class Everything {
  @IsOptional() @IsNumber() ratio?: number;
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @IsBoolean() on?: boolean;
  @IsOptional() @IsObject() extra?: Record<string, unknown>;
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
  @IsOptional() @IsInt({ each: true }) ids?: number[];
  @IsOptional() @ValidateNested() @TypeOf(() => Point) point?: Point;
  @IsOptional() @IsString() text?: string;
  @IsOptional() @IsEnum(Direction) direction?: Direction;
  @IsOptional() @TypeOf(() => Date) @IsDate() at?: Date;
}

describe('lossless coercion', () => {
  it.each([
    ['ratio', '0.9', 0.9],
    ['ratio', '-1e+21', -1e21],
    ['count', '42', 42],
    ['on', 'true', true],
    ['on', 'false', false],
    ['extra', '{"a":1}', { a: 1 }],
    ['tags', '["x"]', ['x']],
    ['ids', '[1,"2"]', [1, 2]],
    ['ids', ['1', 2], [1, 2]],
    ['point', '{"x":"3"}', { x: 3 }],
    ['direction', '1', 1],
    ['at', '2026-01-02', '2026-01-02T00:00:00Z'],
  ])('%s takes %j as %j, and says so', (key, given, taken) => {
    const verdict = validate(Everything, { [key]: given });
    expect(verdict).toMatchObject({ valid: true, canonical: { [key]: taken } });
    expect(verdict.valid && verdict.coerced.length).toBeGreaterThan(0);
    expect(validate(Everything, { [key]: given }, { coerce: 'none' }).valid).toBe(false);
  });

  it.each([
    [
      'ratio',
      [
        '12px',
        '',
        ' ',
        '0x10',
        '1e999',
        '1e3',
        '01',
        '1.0',
        '-0',
        '+1',
        'NaN',
        'Infinity',
        true,
        [1],
        { a: 1 },
      ],
    ],
    ['count', ['1.5', '9007199254740993', '1e21', '', '  ', true, 1.5]],
    ['on', ['False', '0', '1', 'no', 'yes', '', 0, 1]],
    ['extra', ['{"a":"', '[]', '1', 'null', '{"__proto__":{"p":1}}', '{"n":9007199254740993}', []]],
    ['tags', ['x', '{"0":"a"}', '["x"', '[1]', { 0: 'a' }, [['a']], [null]]],
    ['point', ['[]', '[{"x":1}]', [], [{ x: 1 }], 'x', 1]],
    ['text', [5, true, { a: 1 }, ['a']]],
    ['direction', ['Up', 3, '3', 'up']],
    [
      'at',
      [
        'nope',
        0,
        '1',
        1,
        '2026-02-30',
        '2026-02-30T00:00:00Z',
        '2026-01-02T03:04:05',
        '2026-01-02T24:00:00Z',
      ],
    ],
  ])('%s takes none of %j', (key, values) => {
    for (const value of values) {
      const verdict = validate(Everything, { [key]: value });
      expect([value, verdict.valid]).toEqual([value, false]);
      expect(!verdict.valid && verdict.issues[0]!.path.startsWith(key)).toBe(true);
    }
    expect(({} as Record<string, unknown>)['p']).toBeUndefined();
  });

  it('lists the path of each converted value', () => {
    const verdict = validate(Everything, { count: '1', ids: ['1', 2, '3'], point: { x: '4' }, text: '5' });
    expect(verdict).toMatchObject({ coerced: ['count', 'ids[0]', 'ids[2]', 'point.x'] });
  });

  it('names the values of a numeric enum, and not its names', () => {
    const verdict = validate(Everything, { direction: 'Up' });
    expect(verdict).toMatchObject({
      issues: [{ path: 'direction', rule: 'type', expected: 'one of 1, 2', received: 'string "Up"' }],
    });
  });

  it('calls a number that is not whole by the rule that it breaks', () => {
    expect(broken(Everything, { count: 1.5, ids: [1, 2.5] })).toEqual(['count:isInt', 'ids[1]:isInt']);
  });

  it('turns a date-time into a Date, and keeps its text in the canonical form', () => {
    const at = '2026-01-02T03:04:05+02:00';
    const verdict = validate(Everything, { at });
    expect(verdict).toMatchObject({ valid: true, canonical: { at }, coerced: [] });
    expect((compile(Everything).instantiate({ at }) as Everything).at).toEqual(new Date(at));
  });
});
