import { describe, expect, it } from '@jest/globals';
import { Type as TypeOf } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';
import { Sensitive } from '../../src/redaction/sensitive.decorator.js';
import { compile } from './compile.js';

class Node {
  @IsOptional() @IsString() @Sensitive() secret?: string;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Node) kids?: Node[];
}
class Wide {
  @IsOptional() @IsString() @Sensitive() secret?: string;
  @IsOptional() @ValidateNested() @TypeOf(() => Wide) left?: Wide;
  @IsOptional() @ValidateNested() @TypeOf(() => Wide) right?: Wide;
}
class Login {
  @ValidateNested() @TypeOf(() => Node) @Sensitive() whole!: Node;
  @ValidateNested() @TypeOf(() => Node) part!: Node;
}

describe('the sensitive paths of a class', () => {
  it('follow a class that holds itself as deep as arguments may go', () => {
    const { sensitivePaths, warnings } = compile(Node);
    expect(sensitivePaths.slice(0, 3)).toEqual(['secret', 'kids[].secret', 'kids[].kids[].secret']);
    expect(sensitivePaths).toHaveLength(32);
    expect(warnings).toEqual([]);
  });

  it('end with a warning where a class holds itself several times', () => {
    const { sensitivePaths, warnings } = compile(Wide);
    expect(sensitivePaths).toHaveLength(500);
    expect(warnings).toEqual([expect.stringContaining('Wide has more sensitive paths')]);
  });

  it('name a sensitive object as a whole', () => {
    expect(compile(Login).sensitivePaths.slice(0, 3)).toEqual(['whole', 'part.secret', 'part.kids[].secret']);
  });
});
