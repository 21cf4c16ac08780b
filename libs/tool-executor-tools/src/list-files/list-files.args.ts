import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Describe } from 'nestjs-tool-executor';

/** @publicApi */
export class ListFilesArgs {
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(4096)
  @Describe('Path of the folder, relative to the workspace')
  path: string = '.';

  @IsOptional()
  @IsBoolean()
  @Describe('Also list the folders below it')
  recursive: boolean = false;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1000)
  @Describe('How many entries to list')
  limit: number = 200;
}
