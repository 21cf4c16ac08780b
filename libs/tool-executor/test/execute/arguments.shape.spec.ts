import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

enum Direction {
  Up = 1,
  Down,
}
class Size {
  @IsOptional()
  @IsInt()
  size?: number;
}
class ShapeArgs {
  @IsOptional()
  @IsString()
  text?: string;
  @IsOptional()
  @IsInt()
  count?: number;
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean;
  @IsOptional()
  @IsEnum(Direction)
  direction?: Direction;
  @IsOptional()
  @Type(() => Date)
  @IsDate()
  at?: Date;
  @IsOptional()
  @ValidateNested()
  @Type(() => Size)
  one?: Size;
  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => Size)
  many?: Size[];
  @IsOptional()
  @IsString({ each: true })
  urls?: string[];
  @IsOptional()
  @IsObject()
  free?: object;
}
class ConfigArgs {
  @ValidateNested()
  @Type(() => Size)
  config!: Size;
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Size)
  all!: Size[];
}

@Injectable()
class Tools {
  got: object | undefined;

  @Tool({ description: 'Takes all shapes' })
  shape(args: ShapeArgs): void {
    this.got = args;
  }
  @Tool({ description: 'Needs nested objects' })
  configure(args: ConfigArgs): void {
    this.got = args;
  }
}

describe('the shape of arguments, through execute()', () => {
  let booted: Booted;
  let tools: Tools;

  beforeAll(async () => {
    booted = await boot([Tools]);
    tools = booted.app.get(Tools);
  });
  beforeEach(() => {
    tools.got = undefined;
  });
  afterAll(() => booted.app.close());

  const call = (name: string, args: unknown): Promise<ToolResult> =>
    booted.executor.execute({ name, arguments: args });

  it.each<[object, object]>([
    [{ dryRun: 'false' }, { dryRun: false }],
    [{ count: '5' }, { count: 5 }],
    [{ direction: 1 }, { direction: Direction.Up }],
    [{ direction: '2' }, { direction: Direction.Down }],
    [{ at: '2026-01-02T03:04:05Z' }, { at: new Date('2026-01-02T03:04:05Z') }],
    [{ urls: [] }, { urls: [] }],
    [{ many: [{ size: 1 }, {}] }, { many: [{ size: 1 }, {}] }],
    [{ free: { toString: 'x', length: 2 } }, { free: { toString: 'x', length: 2 } }],
  ])('takes %j', async (args, got) => {
    expect((await call('shape', args)).success).toBe(true);
    expect(tools.got).toEqual(got);
  });

  it.each<[object, string]>([
    [{ dryRun: '0' }, 'dryRun'],
    [{ dryRun: 'no' }, 'dryRun'],
    [{ dryRun: 0 }, 'dryRun'],
    [{ text: { a: 1 } }, 'text'],
    [{ text: 5 }, 'text'],
    [{ count: '' }, 'count'],
    [{ count: '  ' }, 'count'],
    [{ count: true }, 'count'],
    [{ count: '0x10' }, 'count'],
    [{ count: '1e3' }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ direction: 'Up' }, 'direction'],
    [{ direction: 3 }, 'direction'],
    [{ at: 'nope' }, 'at'],
    [{ at: 0 }, 'at'],
    [{ at: '1' }, 'at'],
    [{ at: '2026-02-30' }, 'at'],
    [{ one: [] }, 'one'],
    [{ one: [{ size: 1 }] }, 'one'],
    [{ many: { size: 1 } }, 'many'],
    [{ many: [[]] }, 'many[0]'],
    [{ many: [null] }, 'many[0]'],
    [{ many: [{ size: 'x' }] }, 'many[0].size'],
    [{ urls: 'https://a' }, 'urls'],
    [{ urls: { 0: 'a' } }, 'urls'],
    [{ urls: [['a']] }, 'urls[0]'],
    [{ free: [] }, 'free'],
  ])('refuses %j and names %s', async (args, path) => {
    const result = await call('shape', args);
    expect(result.metadata).toMatchObject({
      code: 'invalid_arguments',
      issues: [expect.objectContaining({ path })],
    });
    expect(result.error).toContain(`\`${path}\``);
    expect(tools.got).toBeUndefined();
  });

  it.each([{}, { config: null, all: null }])('demands nested objects and lists: %j', async (args) => {
    const { metadata } = await call('configure', args);
    expect(metadata.issues!.map(({ path, rule }) => [path, rule])).toEqual([
      ['config', 'required'],
      ['all', 'required'],
    ]);
  });

  it.each([
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"constructor":{"prototype":{"admin":true}}}', 'constructor'],
    ['{"free":{"__proto__":{"admin":true}}}', 'free.__proto__'],
    ['{"free":{"a":[{"prototype":1}]}}', 'free.a[0].prototype'],
  ])('refuses the key in %s wherever it stands, and pollutes nothing', async (args, path) => {
    const result = await call('shape', args);
    expect(result.error).toBe(`invalid arguments: the key \`${path}\` is not allowed`);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(Object.getPrototypeOf(booted.tracer.last.call.arguments)).toBe(Object.prototype);
  });

  it('answers for arguments 20,000 levels deep', async () => {
    const args = `{"free":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
    const result = await call('shape', args);
    expect(result.error).toContain('at most 32 levels of objects and arrays');
    expect(tools.got).toBeUndefined();
  });
});
