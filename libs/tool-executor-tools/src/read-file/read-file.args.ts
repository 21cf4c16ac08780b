import { IsInt, IsNotEmpty, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Describe } from 'nestjs-tool-executor';

/** @publicApi */
export class ReadFileArgs {
  @IsString()
  @IsNotEmpty()
  @MaxLength(4096)
  @Describe('Path of the file, relative to the workspace')
  path!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Describe('First line to read, counted from 1')
  offset?: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Describe('How many lines to read')
  limit?: number;
}
