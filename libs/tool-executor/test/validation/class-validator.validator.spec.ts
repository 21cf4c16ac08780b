import { describe, expect, it } from '@jest/globals';
import { Type as TypeOf } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { broken, compile, validate } from './compile.js';

class Size {
  @IsOptional() @IsInt() size?: number;
}
class Search {
  @IsString() @IsNotEmpty() q!: string;
  @IsOptional() @IsInt() @Max(50) limit: number = 10;
  @IsOptional() @IsString() tag?: string;
}
class Holder {
  @IsOptional() @ValidateNested() @TypeOf(() => Size) s?: Size;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Size) xs?: Size[];
}
class Config {
  @ValidateNested() @TypeOf(() => Size) cfg!: Size;
  @ValidateNested({ each: true }) @TypeOf(() => Size) list!: Size[];
}
class Log {
  @IsOptional() @IsInt() hours_back: number = 24;
}
class Lists {
  @IsString({ each: true }) urls!: string[];
  @IsOptional() @ArrayNotEmpty() @IsString({ each: true }) some?: string[];
}
class Empty {}

describe('a class of arguments', () => {
  it('gives the canonical arguments', () => {
    expect(validate(Search, { tag: 'a', q: 'cats' })).toEqual({
      valid: true,
      canonical: { q: 'cats', tag: 'a' },
      coerced: [],
      stripped: [],
    });
  });

  it('takes null of an optional field for absent, and refuses it for a required one', () => {
    expect(validate(Search, { q: 'cats', limit: null, tag: null })).toMatchObject({
      canonical: { q: 'cats' },
    });
    expect(broken(Search, { q: null })).toEqual(['q:required']);
    expect(broken(Config, { cfg: null, list: null })).toEqual(['cfg:required', 'list:required']);
  });

  it('demands nested objects and arrays', () => {
    expect(broken(Config, {})).toEqual(['cfg:required', 'list:required']);
    expect(broken(Config, { cfg: {}, list: [] })).toEqual([]);
  });

  it.each([
    [{ s: [] }, ['s:type']],
    [{ s: [{ size: 1 }] }, ['s:type']],
    [{ xs: { size: 1 } }, ['xs:type']],
    [{ xs: [[]] }, ['xs[0]:type']],
    [{ xs: [null] }, ['xs[0]:type']],
    [{ xs: [{ size: 'x' }, { siez: 1 }] }, ['xs[0].size:type', 'xs[1].siez:unknown_key']],
  ])('refuses %j by shape', (input, issues) => expect(broken(Holder, input)).toEqual(issues));

  it.each([
    [{ urls: 'https://a' }, ['urls:type']],
    [{ urls: { 0: 'a' } }, ['urls:type']],
    [{ urls: [['a']] }, ['urls[0]:type']],
    [{ urls: [1] }, ['urls[0]:type']],
    [{ urls: [] }, []],
    [{ urls: ['a'], some: [] }, ['some:arrayNotEmpty']],
  ])('judges %j as an array, whatever each says', (input, issues) =>
    expect(broken(Lists, input)).toEqual(issues),
  );

  it('names unknown keys, the valid ones and the nearest', () => {
    expect(validate(Log, { hours: 1, status_filter: 'failure' })).toEqual({
      valid: false,
      error:
        'invalid arguments: unknown key `hours` (did you mean `hours_back`? valid keys: hours_back); unknown key `status_filter`',
      issues: [
        { path: 'hours', rule: 'unknown_key', expected: 'valid keys: hours_back', suggestion: 'hours_back' },
        { path: 'status_filter', rule: 'unknown_key', expected: 'valid keys: hours_back' },
      ],
    });
  });

  it('drops unknown keys where it is told to, and lists them', () => {
    expect(validate(Holder, { s: { size: 1, a: 2 }, b: 3 }, { unknownArguments: 'strip' })).toEqual({
      valid: true,
      canonical: { s: { size: 1 } },
      coerced: [],
      stripped: ['s.a', 'b'],
    });
  });

  it('finds what is missing below a key that every object inherits', () => {
    class Odd {
      @IsString() toString!: never;
      @IsOptional() @IsString() valueOf!: never;
    }
    expect(broken(Odd, {})).toEqual(['toString:required']);
    expect(validate(Odd, { toString: 'x' })).toMatchObject({ valid: true, canonical: { toString: 'x' } });
  });

  it.each([[undefined], [Empty]])('without fields takes no arguments (%p)', (type) => {
    expect(compile(type).schema).toEqual({ type: 'object', properties: {}, additionalProperties: false });
    expect(validate(type, {})).toEqual({ valid: true, canonical: {}, coerced: [], stripped: [] });
    expect(broken(type, { x: 1 })).toEqual(['x:unknown_key']);
    expect(compile(type).instantiate({})).toEqual({});
  });

  it('reports all problems of a call at once, each path and rule once', () => {
    class Many {
      @IsString() @MinLength(2) @MaxLength(1) a!: string;
      @IsInt() b!: number;
      @IsIn(['x', 'y']) c!: string;
      @IsObject() d!: object;
    }
    expect(broken(Many, { a: '', b: 'x', c: 'z', e: 1 })).toEqual([
      'a:minLength',
      'b:type',
      'c:isIn',
      'd:required',
      'e:unknown_key',
    ]);
    expect(broken(Many, { a: 'xyz', b: 1, c: 'x', d: {} })).toEqual(['a:maxLength']);
  });

  it('reports at most 20 issues, and says how many there are more', () => {
    const verdict = validate(Lists, { urls: Array.from({ length: 100 }, () => 1) });
    expect(!verdict.valid && verdict.issues).toHaveLength(20);
    expect(!verdict.valid && verdict.error).toMatch(/; and 80 more$/);
  });

  it('judges the arguments themselves and leaves them as they are', () => {
    const input = Object.freeze({ q: 'cats', limit: '5' });
    expect(validate(Search, input)).toMatchObject({ canonical: { limit: 5 } });
    expect(input).toEqual({ q: 'cats', limit: '5' });
  });
});
