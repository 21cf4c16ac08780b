import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNotEmptyObject,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  Allow,
  IsDefined,
  NotEquals,
  IsUUID,
  IsDateString,
  IsDivisibleBy,
  Contains,
  validateSync,
} from 'class-validator';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/tool/tool-result.js';
import { compile } from './compile.js';
import { ajvOf, nearValues, validValue } from './near-values.js';

enum Direction {
  Up = 1,
  Down,
}
enum Mixed {
  A = 'a',
  B = 2,
}

class Words {
  @IsString() @IsNotEmpty() @MaxLength(3) first!: string;
  @IsOptional() @MinLength(2) second?: string;
  @IsOptional() @IsString() @Length(1, 2) third?: string;
}
class Numbers {
  @IsInt() @Min(1) @Max(5) count!: number;
  @IsOptional() @IsNumber() @IsPositive() ratio?: number;
  @IsOptional() @IsInt() @IsDivisibleBy(2) even?: number;
  @IsOptional() @Min(-1) @Min(2) twice?: number;
}
class Choices {
  @IsEnum(Direction) direction!: Direction;
  @IsEnum(Mixed) mixed!: Mixed;
  @IsIn(['a', 'b', null]) letter!: string | null;
  @IsOptional() @Equals('x') exact?: string;
  @IsOptional() @NotEquals(2) other?: number;
}
class Flags {
  @IsBoolean() on!: boolean;
  @IsOptional() @IsBoolean() off?: boolean = false;
  @IsOptional() @IsString() maybe: string | null = null;
}
class Lists {
  @IsArray() @IsString({ each: true }) @ArrayMinSize(1) @ArrayMaxSize(2) tags!: string[];
  @IsInt({ each: true }) @ArrayUnique() numbers!: number[];
  @IsOptional() @IsArray() raw?: unknown[];
}
class Grid {
  @IsArray() @IsArray({ each: true }) @ArrayNotEmpty() grid!: unknown[][];
}
class Size {
  @IsOptional() @IsInt() size?: number;
  @IsIn(['cm', 'm']) unit: string = 'cm';
}
class Nested {
  @ValidateNested() @TypeOf(() => Size) outer!: Size;
  @IsOptional() @ValidateNested() @TypeOf(() => Size) inner?: Size;
  @ValidateNested({ each: true }) @TypeOf(() => Size) list!: Size[];
}
class Tree {
  @IsString() name!: string;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Tree) kids?: Tree[];
}
class Free {
  @IsObject() extra!: Record<string, unknown>;
  @IsOptional() @IsNotEmptyObject() full?: Record<string, unknown>;
  @Allow() anything!: unknown;
  @IsDefined() something!: unknown;
  @IsNotEmpty() nonempty!: unknown;
}
class Dates {
  @TypeOf(() => Date) @IsDate() at!: Date;
  @IsOptional() @IsDateString() on?: string;
}
class Patterns {
  @Matches(/^[a-c]+$/) letters!: string;
  @IsOptional() @Matches(/a/) @Matches(/b/) both?: string;
  @IsOptional() @IsUUID() id?: string;
  @IsOptional() @Contains('.') dotted?: string;
}
class Base {
  @IsString() shared!: string;
}
class Derived extends Base {
  @IsOptional() @IsInt() own?: number;
}

const CLASSES: readonly Type<unknown>[] = [
  Words,
  Numbers,
  Choices,
  Flags,
  Lists,
  Grid,
  Nested,
  Tree,
  Free,
  Dates,
  Patterns,
  Derived,
];

const hasNull = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'object' && Object.values(value).some((member: JsonValue) => hasNull(member)));

describe('schema and verdict agree', () => {
  it.each(CLASSES.map((type) => [type.name, type] as const))(
    '%s: exactly, without coercion and nulls',
    (_, type) => {
      const { schema, validate } = compile(type, { coerce: 'none' });
      const allows = ajvOf(schema);
      let allowed = 0;
      fc.assert(
        fc.property(
          fc.oneof(nearValues(schema), validValue(schema, schema) as fc.Arbitrary<JsonObject>),
          (input) => {
            fc.pre(!hasNull(input));
            const verdict = validate(input);
            if (verdict instanceof Promise) throw new Error('asynchronous');
            const isAllowed = allows(input);
            if (isAllowed) allowed++;
            expect(verdict.valid).toBe(isAllowed);
          },
        ),
        { numRuns: 200 },
      );
      expect(allowed).toBeGreaterThan(20);
    },
  );

  it.each(CLASSES.map((type) => [type.name, type] as const))(
    '%s: what the schema allows is accepted, and what is accepted is canonically allowed',
    (_, type) => {
      const { schema, validate, instantiate } = compile(type);
      const allows = ajvOf(schema);
      fc.assert(
        fc.property(
          fc.oneof(nearValues(schema), validValue(schema, schema) as fc.Arbitrary<JsonObject>),
          (input) => {
            const before = JSON.stringify(input);
            const verdict = validate(input);
            if (verdict instanceof Promise) throw new Error('asynchronous');
            if (allows(input)) expect(verdict.valid).toBe(true);
            if (verdict.valid) {
              expect(allows(verdict.canonical)).toBe(true);
              // class-validator doesn't count variation selectors.
              if (!before.includes('\uFE0F')) {
                expect(validateSync(instantiate(verdict.canonical), { forbidUnknownValues: false })).toEqual(
                  [],
                );
              }
            }
            expect(JSON.stringify(input)).toBe(before);
          },
        ),
        { numRuns: 200 },
      );
    },
  );
});
