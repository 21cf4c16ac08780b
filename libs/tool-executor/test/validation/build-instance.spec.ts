import { describe, expect, it } from '@jest/globals';
import { Expose, Transform, Type as TypeOf } from 'class-transformer';
import { Allow, IsDate, IsInt, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { compile } from './compile.js';

class Inner {
  @IsString() name!: string;
  @TypeOf(() => Date) @IsDate() at!: Date;
}
class Plain {
  @IsOptional() @IsInt() limit: number = 10;
  @ValidateNested() inner!: Inner;
  @ValidateNested({ each: true }) @TypeOf(() => Inner) list!: Inner[];
  @IsObject() extra!: Record<string, unknown>;
}
class Transformed extends Plain {
  @Transform(({ value, obj }: { value: string; obj: Record<string, unknown> }) => {
    obj['extra'] = 'changed';
    return value.toUpperCase();
  })
  @IsString()
  text!: string;
}

const inner = { name: 'a', at: '2026-01-02T03:04:05Z' };
const canonical = () => ({
  inner,
  list: [inner, inner],
  extra: { list: [{ a: 1 }], toString: 'x' },
  text: 'abc',
});

describe.each([
  ['directly', Plain],
  ['by class-transformer', Transformed],
])('an instance built %s', (_, type) => {
  const { instantiate } = compile(type);

  it('has the classes, dates and initialisers that its class declares', () => {
    const built = instantiate(canonical()) as Plain;
    expect(built).toBeInstanceOf(type);
    expect(built.inner).toBeInstanceOf(Inner);
    expect(built.list[1]).toBeInstanceOf(Inner);
    expect(built.list[1]!.at).toEqual(new Date(inner.at));
    expect(built.limit).toBe(10);
    expect(built.extra).toEqual({ list: [{ a: 1 }], toString: 'x' });
  });

  it('shares nothing with the canonical arguments, nor with another instance', () => {
    const given = canonical();
    const [first, second] = [instantiate(given) as Plain, instantiate(given) as Plain];
    (first.extra['list'] as unknown[]).push(1);
    first.inner.name = 'changed';
    first.list.pop();
    expect(given).toEqual(canonical());
    expect(second.extra['list']).toEqual([{ a: 1 }]);
    expect([second.inner.name, second.list.length]).toEqual(['a', 2]);
  });
});

describe('an instance', () => {
  it('gets what its transforms make', () => {
    expect((compile(Transformed).instantiate(canonical()) as Transformed).text).toBe('ABC');
  });

  it('keeps its initialisers where @Expose() visits absent fields', () => {
    class Exposed {
      @Expose({ name: 'max_count' }) @IsOptional() @IsInt() maxCount: number = 3;
      @Expose() @Allow() anything?: unknown;
    }
    const { instantiate } = compile(Exposed);
    expect(instantiate({})).toEqual({ maxCount: 3, anything: undefined });
    expect(instantiate({ max_count: 5 })).toMatchObject({ maxCount: 5 });
  });
});
