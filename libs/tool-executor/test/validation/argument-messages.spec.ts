import { describe, expect, it } from '@jest/globals';
import { Type as TypeOf } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Validate,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import fc from 'fast-check';
import { Sensitive } from '../../src/redaction/sensitive.decorator.js';
import { compile, validate } from './compile.js';

@ValidatorConstraint({ name: 'isGood', async: false })
class IsGood {
  validate(): boolean {
    return false;
  }
  defaultMessage(): string {
    return '$value is not good';
  }
}
class Card {
  @Sensitive() @MaxLength(4, { message: '$value is too long' }) number!: string;
}
class Secrets {
  @Sensitive() @IsInt({ message: ({ value }) => `not ${String(value)}` }) pin!: number;
  @Sensitive() @Validate(IsGood) token!: string;
  @ValidateNested({ each: true }) @TypeOf(() => Card) cards!: Card[];
}
class Worded {
  @IsInt() @Max(50, { message: '$property is at most $constraint1, not $value' }) limit!: number;
  @IsString({ message: () => 'Say who.' }) who!: string;
  @IsOptional() @IsIn(['summary', 'details']) mode?: string;
  @IsOptional() @Matches(/^[a-z]+$/) word?: string;
}

const errorOf = (input: Record<string, unknown>, type = Worded as never): string => {
  const verdict = validate(type, input);
  return verdict.valid ? '' : verdict.error;
};

describe('the error text', () => {
  it('says what is expected and what came, in words', () => {
    class Read {
      @IsString() path!: string;
      @IsOptional() @IsInt() lines?: number;
    }
    expect(errorOf({ lines: '12px' }, Read as never)).toBe(
      'invalid arguments: `path` is required (a string); `lines` must be an integer, got string "12px"',
    );
  });

  it('uses the words of the application where it has some', () => {
    expect(errorOf({ limit: 51, who: 1 })).toBe(
      'invalid arguments: `limit`: limit is at most 50, not 51; `who`: Say who.',
    );
    expect(errorOf({ limit: 1 })).toBe('invalid arguments: `who`: Say who.');
  });

  it('suggests the nearest value', () => {
    expect(errorOf({ limit: 1, who: 'x', mode: 'sumary' })).toBe(
      'invalid arguments: `mode` must be one of "summary", "details", got string "sumary" (did you mean `summary`?)',
    );
  });

  it('shortens what came and escapes what steers a terminal', () => {
    const error = errorOf({
      limit: 1,
      who: 'x',
      word: `\u001b[31m\n\u202e${'x'.repeat(1_000)}`,
      'odd\nkey': 1,
    });
    // eslint-disable-next-line no-control-regex
    expect(error).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(error.length).toBeLessThan(300);
  });

  it('never shows the value of a sensitive field, in issues or text', () => {
    const input = {
      pin: 'hunter2-pin',
      token: 'hunter2-token',
      cards: [{ number: 'hunter2-card' }, '{"number":"hunter2-json'],
    };
    const verdict = validate(Secrets, input);
    expect(verdict.valid).toBe(false);
    expect(JSON.stringify(verdict)).not.toContain('hunter2');
    expect(!verdict.valid && verdict.issues.map(({ path }) => path)).toEqual([
      'pin',
      'cards[0].number',
      'cards[1]',
      'token',
    ]);
  });

  it('lists the paths of sensitive fields', () => {
    expect(compile(Secrets).sensitivePaths).toEqual(['pin', 'token', 'cards[].number']);
  });

  it('stays within 2,000 characters, whatever the model sends', () => {
    const text = fc.string({ unit: 'binary', maxLength: 500 });
    fc.assert(
      fc.property(fc.dictionary(text, text, { minKeys: 1, maxKeys: 60 }), (input) => {
        const verdict = validate(Worded, input);
        if (verdict.valid) return;
        expect(verdict.error.length).toBeLessThanOrEqual(2_000);
        expect(verdict.issues.length).toBeLessThanOrEqual(20);
        expect(JSON.stringify(verdict.issues).length).toBeLessThan(30_000);
      }),
    );
  });
});
