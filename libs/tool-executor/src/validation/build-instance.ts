import type { Type } from '@nestjs/common';
import { plainToInstance, type ClassTransformOptions, type TargetMap } from 'class-transformer';
import type { DtoShape, ValueShape } from '../schema/dto-shape.js';
import { reachableDtos } from '../schema/reachable-dtos.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';

/** Makes instances of a class from canonical arguments. */
export type InstanceBuilder = (canonical: JsonObject) => object;

/**
 * Chosen once, at boot: a class whose decorators change nothing is filled directly, any other goes
 * through class-transformer. Either way absent fields keep their initialisers and nothing is shared
 * with the canonical arguments.
 */
export function instanceBuilder(root: DtoShape): InstanceBuilder {
  const dtos = reachableDtos(root);
  if (!dtos.some(({ needsTransformer }) => needsTransformer)) return (canonical) => fill(root, canonical);
  const options: ClassTransformOptions = {
    enableImplicitConversion: false,
    // @Expose() visits absent fields as well; they must not overwrite what the class gives them.
    exposeUnsetFields: false,
    targetMaps: dtos.map(targetMap),
  };
  return (canonical) => {
    // A copy, since @Transform() gets to see the object itself.
    const instance = plainToInstance(root.type, copyJson(canonical), options) as Record<string, unknown>;
    restoreFree(root, canonical, instance);
    return instance;
  };
}

function fill(dto: DtoShape, canonical: JsonObject): object {
  const instance = new dto.type() as Record<string, unknown>;
  for (const { key, property, value } of dto.fields) {
    const member: unknown = canonical[key];
    if (member === undefined || typeof member === 'function') continue;
    instance[property] =
      typeof member === 'object' || value.kind === 'date' ? build(value, member as JsonValue) : member;
  }
  return instance;
}

function build(shape: ValueShape, value: JsonValue): unknown {
  if (value === null) return null;
  if (shape.dto !== undefined) return fill(shape.dto, value as JsonObject);
  if (shape.items !== undefined)
    return (value as readonly JsonValue[]).map((item) => build(shape.items!, item));
  return shape.kind === 'date' ? new Date(value as string) : copyJson(value);
}

/** A copy of plain JSON. */
export function copyJson<Value extends JsonValue>(value: Value): Value;
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => copyJson(item));
  const copy: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) copy[key] = copyJson(member);
  return copy;
}

/** The classes that class-transformer wouldn't know, because no @Type() names them. */
function targetMap(dto: DtoShape): TargetMap {
  const properties: Record<string, Type<unknown>> = {};
  for (const { property, value } of dto.fields) {
    const innermost = value.items?.items ?? value.items ?? value;
    if (innermost.dto !== undefined) properties[property] = innermost.dto.type;
    else if (innermost.kind === 'date') properties[property] = Date;
  }
  return { target: dto.type, properties };
}

/** class-transformer drops keys of free objects that name a method of Object, such as `toString`. */
function restoreFree(dto: DtoShape, canonical: JsonObject, instance: Record<string, unknown>): void {
  for (const { key, property, value, hasTransform } of dto.fields) {
    const member: unknown = canonical[key];
    if (hasTransform || typeof member !== 'object' || member === null) continue;
    const built = instance[property];
    if (value.dto !== undefined)
      restoreFree(value.dto, member as JsonObject, built as Record<string, unknown>);
    else if (value.items?.dto !== undefined) {
      const { dto: itemDto } = value.items;
      (member as JsonObject[]).forEach((item, index) =>
        restoreFree(itemDto, item, (built as Record<string, unknown>[])[index]!),
      );
    } else if (isFree(value) && isPlain(built)) instance[property] = copyJson(member as JsonValue);
  }
}

const isFree = ({ kind, items }: ValueShape): boolean =>
  kind === 'object' || kind === 'any' || (items !== undefined && isFree(items));

/** Not what @Type() made an instance of a class. */
const isPlain = (built: unknown): boolean =>
  Array.isArray(built)
    ? built.every(isPlain)
    : typeof built !== 'object' || built === null || Object.getPrototypeOf(built) === Object.prototype;
