import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Type as TypeOf } from 'class-transformer';
import { Allow, IsArray, IsBoolean, IsInt, IsObject, IsString, ValidateNested } from 'class-validator';
import { Describe } from '../../src/schema/describe.decorator.js';
import { readDto } from '../../src/schema/read-dto.js';

class Item {
  @IsString() name!: string;
}
class UntypedArray {
  @ValidateNested({ each: true }) items!: Item[];
}
class UntypedObject {
  @ValidateNested() item!: object;
}
class DescribedOnly {
  @Describe('x') field!: string;
}
class TypedOnly {
  @TypeOf(() => Item) field!: Item;
}
class DocumentedOnly {
  @ApiProperty() field!: string;
}
class InitialisedOnly {
  field = 'x';
}
class DeclaredOnly {
  field!: string;
}
class MapField {
  @Allow() field!: Map<string, string>;
}
class SetField {
  @Allow() field!: Set<string>;
}
class BytesField {
  @Allow() field!: Uint8Array;
}
class StringDate {
  @IsString() @TypeOf(() => Date) field!: Date;
}
class ThrowingConstructor {
  @IsString() field: string;
  constructor(given: { field: string }) {
    this.field = given.field;
  }
}
class Holder {
  @ValidateNested() @TypeOf(() => InitialisedOnly) inner!: InitialisedOnly;
}

describe('readDto', () => {
  it.each<[Type<unknown>, RegExp]>([
    [UntypedArray, /^UntypedArray\.items .*Add @Type\(\(\) => TheClass\)/],
    [UntypedObject, /^UntypedObject\.item .*Add @Type\(\(\) => TheClass\)/],
    [DescribedOnly, /^DescribedOnly\.field has no validation decorator\. Add one/],
    [TypedOnly, /^TypedOnly\.field has no validation decorator/],
    [DocumentedOnly, /^DocumentedOnly\.field has no validation decorator/],
    [InitialisedOnly, /^InitialisedOnly\.field has no validation decorator/],
    [DeclaredOnly, /^DeclaredOnly\.field has no validation decorator/],
    [Holder, /^InitialisedOnly\.field has no validation decorator/],
    [MapField, /^MapField\.field is a Map/],
    [SetField, /^SetField\.field is a Set/],
    [BytesField, /^BytesField\.field is a Uint8Array/],
    [StringDate, /^StringDate\.field has @Type\(\(\) => Date\).*Use @IsDate\(\)/],
    [ThrowingConstructor as never, /^ThrowingConstructor can't be built without arguments/],
  ])('refuses %p, each time, naming class, field and remedy', (type, message) => {
    expect(() => readDto(type)).toThrow(message);
    expect(() => readDto(type)).toThrow(message);
  });

  it('leaves a field out that @Exclude() keeps away from callers, and methods', () => {
    class Partly {
      @IsString() shown!: string;
      @Exclude() @IsString() hidden!: string;
      @Exclude() note = 'x';
      helper = (): string => this.shown;
    }
    expect([...readDto(Partly).byKey.keys()]).toEqual(['shown']);
  });

  it('warns of @Type() that converts silently, and of classes that are not validated', () => {
    class Odd {
      @TypeOf(() => Boolean) @IsBoolean() on!: boolean;
      @TypeOf(() => Number) @IsInt() count!: number;
      @TypeOf(() => String) @IsInt() text!: number;
      @IsObject() item!: Item;
      @IsArray() @TypeOf(() => Item) items!: Item[];
    }
    const warned = readDto(Odd).warnings.map((warning) => warning.split(':')[0]);
    expect(warned).toEqual(['Odd.on', 'Odd.text', 'Odd.item', 'Odd.items']);
  });

  it('reads a class once', () => {
    expect(readDto(Item)).toBe(readDto(Item));
  });
});
