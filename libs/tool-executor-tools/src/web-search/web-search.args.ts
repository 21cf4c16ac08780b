import { IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Describe } from 'nestjs-tool-executor';

/** @publicApi */
export class WebSearchArgs {
  @IsString()
  @IsNotEmpty()
  @MaxLength(400)
  @Matches(/\S/, { message: 'query holds nothing but blanks' })
  @Describe('Words to search for')
  query!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(20)
  @Describe('How many results to give at most')
  limit: number = 8;
}
