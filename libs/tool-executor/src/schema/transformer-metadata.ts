import 'reflect-metadata';
import type { Type as ClassType } from '@nestjs/common';
import { Type } from 'class-transformer';
// @ts-expect-error The file has no types; it is the only place where the metadata can be read.
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';

/** The part of class-transformer's storage that is read here. */
interface TransformerStorage {
  findTypeMetadata(
    target: object,
    property: string,
  ): { typeFunction?: () => unknown; options?: { discriminator?: unknown } } | undefined;
  findTransformMetadatas(target: object, property: string, direction: number): readonly unknown[];
  findExposeMetadata(target: object, property: string): { options?: { name?: string } } | undefined;
  getExposedProperties(target: object, direction: number): readonly string[];
  getExcludedProperties(target: object, direction: number): readonly string[];
  getStrategy(target: object): 'excludeAll' | 'exposeAll' | 'none';
  readonly _typeMetadatas: ReadonlyMap<object, ReadonlyMap<string, unknown>>;
}

const PLAIN_TO_CLASS = 0;
const storage = defaultMetadataStorage as TransformerStorage;

class Probe {}
Type(() => Probe)(Probe.prototype, 'probe');
const isSameBuild = storage.findTypeMetadata(Probe, 'probe') !== undefined;

/** What class-transformer's decorators say about one field. */
export interface TransformedField {
  /** The class that `@Type()` names. */
  readonly type: unknown;
  readonly hasDiscriminator: boolean;
  readonly hasTransform: boolean;
  /** `@Expose({ name })`: the key outside. */
  readonly exposedAs: string | undefined;
}

/** @throws ToolConfigurationError when another build of class-transformer holds the decorators */
export function requireTransformerMetadata(): void {
  if (isSameBuild) return;
  throw new ToolConfigurationError(
    'Two builds of class-transformer are loaded, so @Type() cannot be read. Leave class-transformer out of the bundle.',
  );
}

export function transformedField(type: ClassType<unknown>, property: string): TransformedField {
  const typed = storage.findTypeMetadata(type, property);
  return {
    type: typed?.typeFunction?.(),
    hasDiscriminator: typed?.options?.discriminator !== undefined,
    hasTransform: storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS).length > 0,
    exposedAs: storage.findExposeMetadata(type, property)?.options?.name,
  };
}

/** Whether `@Exclude()` keeps a field away from what comes from outside. */
export function isExcluded(type: ClassType<unknown>, property: string): boolean {
  if (storage.getExcludedProperties(type, PLAIN_TO_CLASS).includes(property)) return true;
  return (
    storage.getStrategy(type) === 'excludeAll' &&
    !storage.getExposedProperties(type, PLAIN_TO_CLASS).includes(property)
  );
}

/** Whether only class-transformer can build the class: `@Expose()` and `@Exclude()` also act on absent fields. */
export function hasExposure(type: ClassType<unknown>): boolean {
  return (
    storage.getStrategy(type) !== 'none' ||
    storage.getExposedProperties(type, PLAIN_TO_CLASS).length > 0 ||
    storage.getExcludedProperties(type, PLAIN_TO_CLASS).length > 0
  );
}

/** The fields that carry `@Type()`, inherited ones included. */
export function typedFields(type: ClassType<unknown>): readonly string[] {
  const fields: string[] = [];
  for (let owner: unknown = type; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    fields.push(...(storage._typeMetadatas.get(owner)?.keys() ?? []));
  }
  return fields;
}
