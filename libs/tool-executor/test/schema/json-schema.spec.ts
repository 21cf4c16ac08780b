import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, Type as TypeOf } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  IsDate,
  IsEmail,
  IsEnum,
  IsHexColor,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Sensitive } from '../../src/redaction/sensitive.decorator.js';
import { Describe } from '../../src/schema/describe.decorator.js';
import { toJsonSchema } from '../../src/schema/json-schema.js';
import { readDto } from '../../src/schema/read-dto.js';

const schemaOf = (type: Type<unknown>) => toJsonSchema(readDto(type));
const properties = (type: Type<unknown>) => schemaOf(type)['properties'] as Record<string, unknown>;

class Address {
  @IsString() city!: string;
}
class Tree {
  @IsString() name!: string;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Tree) kids?: Tree[];
}
class Left {
  @IsOptional() @ValidateNested() @TypeOf(() => Right) right?: unknown;
}
class Right {
  @IsOptional() @ValidateNested() @TypeOf(() => Left) left?: unknown;
}

describe('toJsonSchema', () => {
  it('has a closed object as root, with what is required', () => {
    class Search {
      @IsString()
      @IsNotEmpty()
      @MaxLength(200)
      @Describe('What to look for', { example: 'cats' })
      query!: string;
      @IsOptional() @IsInt() @Min(1) @Max(50) limit: number = 10;
    }
    expect(schemaOf(Search)).toEqual({
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'What to look for',
          examples: ['cats'],
        },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      },
      required: ['query'],
      additionalProperties: false,
    });
  });

  it('has a class once in $defs, however often it is held', () => {
    class Order {
      @ValidateNested() @TypeOf(() => Address) from!: Address;
      @ValidateNested() @Describe('Where to') to!: Address;
    }
    const $ref = '#/$defs/Address';
    expect(properties(Order)).toEqual({ from: { $ref }, to: { $ref, description: 'Where to' } });
    expect(Object.keys(schemaOf(Order)['$defs'] as object)).toEqual(['Address']);
  });

  it('keeps two classes of one name apart', () => {
    const other = (() => {
      class Address {
        @IsInt() code!: number;
      }
      return Address;
    })();
    class Order {
      @ValidateNested() @TypeOf(() => Address) from!: Address;
      @ValidateNested() @TypeOf(() => other) to!: object;
    }
    expect(properties(Order)).toEqual({
      from: { $ref: '#/$defs/Address' },
      to: { $ref: '#/$defs/Address_2' },
    });
    expect(Object.keys(schemaOf(Order)['$defs'] as object)).toEqual(['Address', 'Address_2']);
  });

  it.each([
    ['itself', Tree, ['Tree']],
    ['one another', Left, ['Left', 'Right']],
  ])('ends for classes that hold %s', (_, type, names) => {
    expect(Object.keys(schemaOf(type)['$defs'] as object).sort()).toEqual(names);
  });

  it('has items for each array at each level', () => {
    class Lists {
      @ValidateNested({ each: true }) @TypeOf(() => Address) nested!: Address[];
      @IsString({ each: true }) @ArrayUnique() tags!: string[];
      @IsArray() @IsArray({ each: true }) grid!: number[][];
      @IsArray() raw!: unknown[];
      @IsArray() @TypeOf(() => Number) ids!: number[];
    }
    expect(properties(Lists)).toEqual({
      nested: { type: 'array', items: { $ref: '#/$defs/Address' } },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      grid: { type: 'array', items: { type: 'array', items: {} } },
      raw: { type: 'array', items: {} },
      ids: { type: 'array', items: { type: 'number' } },
    });
  });

  it('lists the values of an enum without the names that numeric ones map back to', () => {
    enum Direction {
      Up = 1,
      Down,
    }
    enum Mixed {
      A = 'a',
      B = 2,
    }
    class Choices {
      @IsEnum(Direction) direction!: Direction;
      @IsEnum(Mixed) mixed!: Mixed;
      @IsIn(['x', null]) letter!: string | null;
    }
    expect(properties(Choices)).toEqual({
      direction: { type: 'number', enum: [1, 2] },
      mixed: { enum: ['a', 2] },
      letter: { type: ['string', 'null'], enum: ['x', null] },
    });
  });

  it('maps formats, patterns and dates', () => {
    class Formats {
      @IsEmail() mail!: string;
      @IsUrl() link!: string;
      @TypeOf(() => Date) @IsDate() at!: Date;
      @Matches(/^a/) @Matches(/b$/) both!: string;
      @IsObject() extra!: Record<string, unknown>;
    }
    expect(properties(Formats)).toEqual({
      mail: { type: 'string', format: 'email' },
      link: { type: 'string', format: 'uri' },
      at: { type: 'string', format: 'date-time' },
      both: { type: 'string', pattern: '^a', allOf: [{ pattern: 'b$' }] },
      extra: { type: 'object' },
    });
  });

  it('shows a default only where it is plain, always the same and not sensitive', () => {
    class Defaults {
      @IsString() id: string = Math.random().toString();
      @IsString() @Sensitive() secret: string = 'hunter2';
      @IsString({ each: true }) tags: string[] = ['a'];
      @IsOptional() @MinLength(1) note: string | null = null;
    }
    expect(schemaOf(Defaults)['required']).toBeUndefined();
    expect(properties(Defaults)).toEqual({
      id: { type: 'string' },
      secret: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
      note: { type: ['string', 'null'], minLength: 1, default: null },
    });
  });

  it('takes descriptions from @ApiProperty(), and @Describe() before it', () => {
    class Described {
      @ApiProperty({ description: 'From swagger', example: 'x' }) @IsString() first!: string;
      @ApiProperty({ description: 'From swagger' }) @Describe('Ours') @IsString() second!: string;
    }
    expect(properties(Described)).toEqual({
      first: { type: 'string', description: 'From swagger', examples: ['x'] },
      second: { type: 'string', description: 'Ours' },
    });
  });

  it('calls a field as @Expose() does', () => {
    class Exposed {
      @Expose({ name: 'first_name' }) @IsString() firstName!: string;
    }
    expect(schemaOf(Exposed)).toMatchObject({
      properties: { first_name: { type: 'string' } },
      required: ['first_name'],
    });
  });

  it('names what it cannot show', () => {
    class Hidden {
      @IsHexColor() color!: string;
      @Matches(/a/i) flag!: string;
      @ValidateIf(() => true) @IsString() maybe?: string;
    }
    expect(properties(Hidden)).toEqual({
      color: { type: 'string' },
      flag: { type: 'string' },
      maybe: { type: 'string' },
    });
    const { warnings } = readDto(Hidden);
    expect(warnings).toHaveLength(3);
    expect(warnings.join('\n')).toMatch(
      /Hidden\.color: isHexColor[^]*Hidden\.flag: matches[^]*Hidden\.maybe: the condition of @ValidateIf/,
    );
  });
});
