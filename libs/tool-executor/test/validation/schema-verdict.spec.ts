import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize, ArrayMinSize, ArrayNotEmpty, ArrayUnique, Equals, IsArray, IsBoolean, IsDate, IsEnum, IsIn, IsInt,
  IsNotEmpty, IsNotEmptyObject, IsNumber, IsObject, IsOptional, IsPositive, IsString, Length, Matches, Max, MaxLength,
  Min, MinLength, ValidateNested, Allow, IsDefined, NotEquals, IsUUID, IsDateString, IsDivisibleBy, Contains,
} from 'class-validator';
import fc from 'fast-check';
import { isDateTimeText } from '../../src/schema/date-text.js';
import type { JsonObject, JsonValue } from '../../src/tool/tool-result.js';
import { compile } from './compile.js';

enum Direction { Up = 1, Down }
enum Mixed { A = 'a', B = 2 }

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
class Base { @IsString() shared!: string; }
class Derived extends Base { @IsOptional() @IsInt() own?: number; }

const CLASSES: readonly Type<unknown>[] = [
  Words, Numbers, Choices, Flags, Lists, Grid, Nested, Tree, Free, Dates, Patterns, Derived,
];

const NEAR: readonly JsonValue[] = [
  null, true, false, 0, -0, 1, 2, 4, 1.5, -3, 1e300, '', 'a', 'b', 'x', 'ab', 'cab', 'a.b', 'abcd', '😀', '❤️', '1', '2', 'Up', 'true', 'cm',
  '2026-01-02T03:04:05Z', '2026-02-30T00:00:00Z', '2026-01-02', 'nope', 'c3d4a5f0-0b5e-4c5e-8f3e-2b1a5d6c7e8f', '[]', '{}',
];
const leaf = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NEAR) }, { weight: 1, arbitrary: fc.string() });

function schemaKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.keys((schema as { properties?: object }).properties ?? {});
  return [...own, ...Object.values(schema).flatMap(schemaKeys)];
}

/** Random JSON with the keys of a schema, so that many values are almost valid. */
function nearValues(schema: JsonObject): fc.Arbitrary<JsonObject> {
  const keys = [...new Set(schemaKeys(schema)), 'unknown'];
  const { root } = fc.letrec<{ value: JsonValue; root: JsonObject }>((tie) => ({
    value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, { weight: 6, arbitrary: leaf }, { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) }, { weight: 2, arbitrary: tie('root') }),
    root: fc
      .record(Object.fromEntries(keys.map((key) => [key, fc.oneof({ weight: key === 'unknown' ? 1 : 8, arbitrary: fc.option(tie('value'), { nil: undefined, freq: 6 }) }, { weight: key === 'unknown' ? 30 : 1, arbitrary: fc.constant(undefined) })])))
      .map((object) => Object.fromEntries(Object.entries(object).filter(([, member]) => member !== undefined)) as JsonObject),
  }));
  return root;
}

/** Replaces some members by values that the schema of the member allows, so that valid objects are common. */
function validValue(schema: JsonObject, root: JsonObject): fc.Arbitrary<JsonValue> {
  const ref = schema['$ref'] as string | undefined;
  if (ref !== undefined) return validValue((root['$defs'] as Record<string, JsonObject>)[ref.split('/').at(-1)!]!, root);
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as JsonValue[]));
  if (schema['type'] === 'array') return fc.array(validValue((schema['items'] ?? {}) as JsonObject, root), { minLength: Number(schema['minItems'] ?? 0), maxLength: 2 });
  if (schema['properties'] !== undefined) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonObject>);
    const deep = properties.filter(([key]) => key !== 'kids');
    return fc.record(Object.fromEntries(deep.map(([key, member]) => [key, validValue(member, root)])), { requiredKeys: (schema['required'] ?? []) as string[] }) as fc.Arbitrary<JsonValue>;
  }
  return fc.constantFrom(...NEAR.filter((value) => ajvOf(schema)(value)), ...(schema['type'] === 'object' ? [{ a: 1 }] : []));
}

function ajvOf(schema: JsonObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, formats: { 'date-time': isDateTimeText, uuid: true, email: true, uri: true } });
  return ajv.compile(schema) as (value: unknown) => boolean;
}

const hasNull = (value: JsonValue): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some((member: JsonValue) => hasNull(member)));

describe('schema and verdict agree', () => {
  it.each(CLASSES.map((type) => [type.name, type] as const))('%s: exactly, without coercion and nulls', (_, type) => {
    const { schema, validate } = compile(type, { coerce: 'none' });
    const allows = ajvOf(schema);
    let allowed = 0;
    fc.assert(
      fc.property(fc.oneof(nearValues(schema), validValue(schema, schema) as fc.Arbitrary<JsonObject>), (input) => {
        fc.pre(!hasNull(input));
        const verdict = validate(input);
        if (verdict instanceof Promise) throw new Error('asynchronous');
        const isAllowed = allows(input);
        if (isAllowed) allowed++;
        expect(verdict.valid).toBe(isAllowed);
      }),
      { numRuns: 500 },
    );
    expect(allowed).toBeGreaterThan(20);
  });

  it.each(CLASSES.map((type) => [type.name, type] as const))('%s: what the schema allows is accepted, and what is accepted is canonically allowed', (_, type) => {
    const { schema, validate } = compile(type);
    const allows = ajvOf(schema);
    fc.assert(
      fc.property(fc.oneof(nearValues(schema), validValue(schema, schema) as fc.Arbitrary<JsonObject>), (input) => {
        const before = JSON.stringify(input);
        const verdict = validate(input);
        if (verdict instanceof Promise) throw new Error('asynchronous');
        if (allows(input)) expect(verdict.valid).toBe(true);
        if (verdict.valid) expect(allows(verdict.canonical)).toBe(true);
        expect(JSON.stringify(input)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });
});
