import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject, JsonValue } from '../../tool/tool-result.js';

/** An object within the arguments. */
export class SampleFilter {
  @IsString()
  field!: string;

  @IsOptional()
  @IsInt()
  weight?: number;
}

/** Arguments with one field of each kind. */
export class SampleArguments {
  @IsString()
  @MinLength(1)
  @MaxLength(10)
  query!: string;

  @IsNumber()
  score!: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;

  @IsOptional()
  @IsIn(['asc', 'desc'])
  order?: string;

  @IsOptional()
  @IsBoolean()
  deep?: boolean;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  tags?: string[];

  @IsOptional()
  @ValidateNested()
  @Type(() => SampleFilter)
  filter?: SampleFilter;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => SampleFilter)
  filters?: SampleFilter[];
}

/** Arguments that hold, with each field. */
export const SAMPLE_VALID: JsonObject = {
  query: 'cats',
  score: 0.5,
  limit: 10,
  order: 'asc',
  deep: true,
  tags: ['a', 'b'],
  filter: { field: 'colour', weight: 1 },
  filters: [{ field: 'size' }],
};

const TEXTS: readonly string[] = [
  '',
  'a',
  'x'.repeat(10),
  'x'.repeat(11),
  '😀'.repeat(10),
  '😀'.repeat(11),
  ...'asc|ASC|desc |5|5.0| 5|05|0x10|1e3|-1|51|9007199254740993|NaN|Infinity|null|true|True'.split('|'),
  ...'[]|{}|["a"]|[1]|[|{"field":"a"}|[{"field":"a"}]|{"field":1}'.split('|'),
];
const SCALARS: readonly JsonValue[] = [0, 1, 50, 51, -1, 1.5, 1e21, true, false, null];
const FILTERS: readonly JsonObject[] = [
  {},
  { field: 'a' },
  { field: 'a', weight: 1 },
  { field: 'a', weight: 1.5 },
  { field: 'a', weight: 'x' },
  { field: 'a', weight: null },
  { field: 1 },
  { field: 'a', other: 1 },
  { constructor: 'a' },
];
const LISTS: readonly JsonValue[] = [[], ['a'], ['a', 'b', 'c', 'd'], ['a', 1], [null], [[]]];
const VALUES: readonly JsonValue[] = [
  ...TEXTS,
  ...SCALARS,
  ...FILTERS,
  ...LISTS,
  ...FILTERS.map((filter) => [filter]),
];

/** Arguments that differ from the valid ones in one field: with each odd value, absent, or unknown. */
export const SAMPLE_INPUTS: readonly JsonObject[] = [
  SAMPLE_VALID,
  { query: 'cats', score: 1 },
  {},
  ...Object.keys(SAMPLE_VALID).flatMap((key) => [
    Object.fromEntries(Object.entries(SAMPLE_VALID).filter(([other]) => other !== key)),
    ...VALUES.map((value) => ({ ...SAMPLE_VALID, [key]: value })),
  ]),
  ...['other', 'Query', 'constructor', 'toString', ''].map((key) => ({ ...SAMPLE_VALID, [key]: 'a' })),
].map(freezeDeep);

function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  return Object.freeze(value);
}
