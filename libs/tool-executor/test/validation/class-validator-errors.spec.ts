import { describe, expect, it } from '@jest/globals';
import { Transform, Type as TypeOf } from 'class-transformer';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidationOptions,
} from 'class-validator';
import type { InvalidArguments } from '../../src/tool/compiled-parameters.js';
import { broken, compile, validate } from './compile.js';

@ValidatorConstraint({ name: 'isEven', async: false })
class IsEven {
  validate(value: unknown): boolean {
    if (value === 13) throw new Error('unlucky');
    return typeof value === 'number' && value % 2 === 0;
  }
  defaultMessage(): string {
    return '$property must be an even number';
  }
}
@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree {
  validate(value: unknown): Promise<boolean> {
    return Promise.resolve(value !== 'taken');
  }
}
/** Answers with a promise and doesn't say so. */
const IsKnown =
  (options?: ValidationOptions): PropertyDecorator =>
  (target, property) =>
    registerDecorator({
      name: 'isKnown',
      target: target.constructor,
      propertyName: property as string,
      options,
      validator: { validate: (value: unknown) => Promise.resolve(value === 'known') },
    });

class Part {
  @Validate(IsEven) even!: number;
}
class Even {
  @IsInt() @Validate(IsEven) n!: number;
  @IsOptional() @IsInt() other?: number;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Part) parts?: Part[];
}
class Names {
  @IsString() @Validate(IsFree) name!: string;
}
class Silent {
  @IsKnown() name!: string;
}
class Trimmed {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString()
  @MinLength(1)
  @MaxLength(5)
  text!: string;
}
class Conditional {
  @IsString() kind!: string;
  @ValidateIf((object: Conditional) => object.kind === 'mail') @IsEmail() to?: string;
}
class Throwing {
  @IsInt() n!: number;
  @ValidateIf((object: Throwing) => object.n.toFixed() === '1') @IsString() s?: string;
}

describe("class-validator's own walk", () => {
  it('judges custom constraints at their path, also within arrays', () => {
    expect(broken(Even, { n: 2, parts: [{ even: 2 }] })).toEqual([]);
    expect(validate(Even, { n: 3, parts: [{ even: 2 }, { even: 3 }] })).toMatchObject({
      error: 'invalid arguments: `n`: n must be an even number; `parts[1].even`: even must be an even number',
      issues: [
        { path: 'n', rule: 'isEven', expected: 'an even number', received: 'number 3' },
        { path: 'parts[1].even', rule: 'isEven' },
      ],
    });
  });

  it('adds to what the shape found, and says nothing more of a path that failed there', () => {
    expect(broken(Even, { n: 3, other: 'x', parts: [{ even: 3, more: 1 }] })).toEqual([
      'other:type',
      'parts[0].more:unknown_key',
      'n:isEven',
      'parts[0].even:isEven',
    ]);
    expect(broken(Even, { n: 'x' })).toEqual(['n:type']);
  });

  it('lets a constraint throw, unless the arguments are known to be wrong', () => {
    expect(() => validate(Even, { n: 13 })).toThrow('unlucky');
    expect(broken(Even, { n: 13, other: 'x' })).toEqual(['other:type']);
    expect(broken(Throwing, {})).toEqual(['n:required']);
  });

  it.each([
    ['says that it is asynchronous', Names, { name: 'taken' }, { name: 'free' }, 'isFree'],
    ['only answers with a promise', Silent, { name: 'other' }, { name: 'known' }, 'isKnown'],
  ])('awaits a constraint that %s', async (_, type, bad, good, rule) => {
    const pending = compile(type).validate(bad as never);
    expect(pending).toHaveProperty('then');
    const verdict = (await pending) as InvalidArguments;
    expect(verdict.issues).toMatchObject([{ path: 'name', rule }]);
    expect((await compile(type).validate(good as never)).valid).toBe(true);
  });

  it('judges what comes in by the schema, and what a transform made of it by class-validator', () => {
    expect(validate(Trimmed, { text: ' ab ' })).toMatchObject({ valid: true, canonical: { text: ' ab ' } });
    expect(broken(Trimmed, { text: '   ' })).toEqual(['text:minLength']);
    expect(broken(Trimmed, { text: '  abc  ' })).toEqual(['text:maxLength']);
    expect(broken(Trimmed, { text: 5 })).toEqual(['text:type']);
  });

  it('demands a conditional field when its condition holds', () => {
    expect(broken(Conditional, { kind: 'none' })).toEqual([]);
    expect(broken(Conditional, { kind: 'mail' })).toEqual(['to:required']);
    expect(broken(Conditional, { kind: 'mail', to: 'a@b.cd' })).toEqual([]);
    expect(broken(Conditional, { kind: 'none', to: 'x' })).toEqual(['to:isEmail']);
  });

  it('does not blame the caller for an initialiser that breaks a rule', () => {
    class Careless {
      @IsInt() @Min(1) n: number = 0;
      @Validate(IsEven) even: number = 1;
    }
    expect(broken(Careless, {})).toEqual([]);
    expect(broken(Careless, { n: 0, even: 1 })).toEqual(['n:min', 'even:isEven']);
  });
});
