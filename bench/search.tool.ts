import { Injectable } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Tool, type ToolHandler } from 'nestjs-tool-executor';

class Filter {
  @IsString()
  field!: string;

  @IsString()
  value!: string;
}

export class SearchArgs {
  @IsString()
  @MinLength(1)
  query!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;

  @IsIn(['fast', 'deep'])
  mode!: 'fast' | 'deep';

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Filter)
  filters!: Filter[];
}

/** The reference call: four fields, one of them an array of nested objects, and a result of two fields. */
@Tool({
  name: 'search',
  description: 'The tool of the reference call',
  parameters: SearchArgs,
  readOnly: true,
})
@Injectable()
export class SearchTool implements ToolHandler<SearchArgs> {
  execute({ filters, query }: SearchArgs): { hits: number; query: string } {
    return { hits: filters.length, query };
  }
}

/** 133 characters of JSON, as a model sends them. */
export const REFERENCE_TEXT = JSON.stringify({
  query: 'nest tool executor',
  limit: 10,
  mode: 'fast',
  filters: [
    { field: 'lang', value: 'ts' },
    { field: 'stars', value: '>100 and more' },
  ],
});
