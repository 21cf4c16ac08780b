import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Describe } from 'nestjs-tool-executor';

/** @publicApi */
export class RunShellArgs {
  @IsString()
  @IsNotEmpty()
  @MaxLength(32_768)
  @Describe('The command, as a POSIX shell reads it')
  command!: string;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(4096)
  @Describe('Folder to run it in, relative to the workspace; without it, the workspace itself')
  cwd?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Describe('Milliseconds after which the command is stopped; never more than the limit of the tool')
  timeoutMs?: number;

  @IsOptional()
  @IsIn(['text', 'json'])
  @Describe('json: the command prints one JSON document, and the output is that document')
  outputFormat?: 'text' | 'json';
}
