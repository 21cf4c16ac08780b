import { Injectable } from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { Sensitive } from '../../src/redaction/sensitive.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';

export class DeleteArgs {
  @IsString()
  path!: string;

  @IsOptional()
  @IsInt()
  revision?: number;

  @IsOptional()
  @IsString()
  @Sensitive()
  pin?: string;
}

/** Tools with every degree of harm, and a count of what ran. */
@Injectable()
export class FileTools {
  readonly ran: string[] = [];

  @Tool({ description: 'Reads a file', readOnly: true, parameters: NoArguments })
  readFile(): string {
    this.ran.push('read_file');
    return 'content';
  }

  @Tool({ description: 'Deletes a file', destructive: true })
  deleteFile(args: DeleteArgs): string {
    this.ran.push(`delete_file ${args.path}`);
    return `deleted ${args.path}`;
  }

  @Tool({ description: 'Erases a file' })
  eraseFile(args: DeleteArgs): string {
    this.ran.push(`erase_file ${args.path}`);
    return `erased ${args.path}`;
  }

  @Tool({ description: 'Tells the weather', permission: 'public', parameters: NoArguments })
  weather(): string {
    this.ran.push('weather');
    return 'sunny';
  }

  @Tool({
    description: 'Reads what few may',
    readOnly: true,
    scopes: ['files:read', 'files:secret'],
    parameters: NoArguments,
  })
  readSecret(): string {
    this.ran.push('read_secret');
    return 'secret';
  }

  @Tool({ description: 'Audits', readOnly: true, roles: ['auditor', 'owner'], parameters: NoArguments })
  audit(): string {
    this.ran.push('audit');
    return 'clean';
  }

  @Tool({
    description: 'Public to those who have the scope',
    permission: 'public',
    scopes: ['files:read'],
    parameters: NoArguments,
  })
  motto(): string {
    this.ran.push('motto');
    return 'semper';
  }
}
