import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { sensitiveFieldsOf } from '../redaction/sensitive.decorator.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { JsonValue } from '../tool/tool-result.js';
import { apiPropertyOf } from './api-property.js';
import { readInitialisers, type ClassInitialisers } from './class-initialisers.js';
import { descriptionOf } from './describe.decorator.js';
import type { DtoShape, FieldShape, ValueShape } from './dto-shape.js';
import { readValue } from './read-value.js';
import { requireDecorated, requireSupported } from './require-decorated.js';
import {
  hasExposure,
  isExcluded,
  requireTransformerMetadata,
  transformedField,
  type TransformedField,
} from './transformer-metadata.js';
import { isBuiltIn, ruleName } from './value-rule.js';

const KNOWN = new WeakMap<Type<unknown>, DtoShape>();

/**
 * The shape of a class of arguments, from what class-validator, class-transformer, the compiler
 * and the initialisers of the class know. Read once per class; classes may hold themselves.
 *
 * @throws ToolConfigurationError naming class, field and remedy
 */
export function readDto(type: Type<unknown>): DtoShape {
  const known = KNOWN.get(type);
  if (known !== undefined) return known;
  requireTransformerMetadata();
  const reading = new Map<Type<unknown>, DtoShape>();
  const dto = readClass(type, reading);
  // Only when all of them have been read: a class that failed must fail again.
  for (const [read, shape] of reading) KNOWN.set(read, shape);
  return dto;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function readClass(type: Type<unknown>, reading: Map<Type<unknown>, DtoShape>): DtoShape {
  const known = reading.get(type) ?? KNOWN.get(type);
  if (known !== undefined) return known;
  const byKey = new Map<string, FieldShape>();
  const warnings: string[] = [];
  const dto: Mutable<DtoShape> = {
    type,
    name: type.name,
    fields: [],
    byKey,
    needsClassValidator: false,
    needsTransformer: hasExposure(type),
    warnings,
  };
  reading.set(type, dto);
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const byProperty = groupByProperty(metadatas);
  const initialisers = readInitialisers(type);
  requireDecorated(type, new Set(byProperty.keys()), initialisers);
  for (const [property, own] of byProperty) {
    if (isExcluded(type, property)) continue;
    const transformed = transformedField(type, property);
    const field = readField(
      type,
      property,
      own,
      transformed,
      initialisers,
      (nested) => readClass(nested, reading),
      warnings,
    );
    byKey.set(field.key, field);
    dto.needsTransformer ||= needsTransformer(type, property, transformed, field.value);
    dto.needsClassValidator ||= needsClassValidator(type, own, transformed, warnings);
  }
  dto.fields = [...byKey.values()];
  return dto;
}

function groupByProperty(
  metadatas: readonly ValidationMetadata[],
): ReadonlyMap<string, ValidationMetadata[]> {
  const groups = new Map<string, ValidationMetadata[]>();
  for (const metadata of metadatas) {
    const group = groups.get(metadata.propertyName);
    if (group === undefined) groups.set(metadata.propertyName, [metadata]);
    else group.push(metadata);
  }
  // Decorators run from the last to the first; people read them the other way.
  for (const group of groups.values()) group.reverse();
  return groups;
}

function readField(
  type: Type<unknown>,
  property: string,
  metadatas: readonly ValidationMetadata[],
  transformed: TransformedField,
  initialisers: ClassInitialisers,
  readNested: (type: Type<unknown>) => DtoShape,
  warnings: string[],
): FieldShape {
  const prototype = type.prototype as object;
  const designType: unknown = Reflect.getMetadata('design:type', prototype, property);
  requireSupported(type, transformed.exposedAs ?? property, [designType, transformed.type]);
  if (transformed.hasDiscriminator || metadatas.some(({ type: kind }) => kind === 'promiseValidation')) {
    throw new ToolConfigurationError(
      `${type.name}.${property}: discriminators of @Type() and @ValidatePromise() are not supported. Use one class per tool.`,
    );
  }
  const hasInitialiser = initialisers.initialised.has(property);
  const defaultValue = initialisers.defaultOf(property);
  const isConditional = metadatas.some(({ type: kind }) => kind === 'conditionalValidation');
  const api = apiPropertyOf(prototype, property);
  const described = { ...api, ...descriptionOf(prototype, property) };
  return {
    key: transformed.exposedAs ?? property,
    property,
    required: !isConditional && !hasInitialiser,
    hasInitialiser,
    defaultValue,
    description: described.text,
    example:
      described.example === undefined
        ? undefined
        : (JSON.parse(JSON.stringify(described.example)) as JsonValue),
    value: readValue({
      owner: type,
      property,
      metadatas,
      designType,
      transformed,
      nullable: isConditional && (defaultValue === null || api?.nullable === true),
      readNested,
      warn: (text) => warnings.push(text),
    }),
    sensitive: sensitiveFieldsOf(type).has(property),
    hasTransform: transformed.hasTransform,
    customRules: new Set(metadatas.filter((metadata) => !isBuiltIn(metadata)).map(ruleName)),
  };
}

function needsClassValidator(
  type: Type<unknown>,
  metadatas: readonly ValidationMetadata[],
  transformed: TransformedField,
  warnings: string[],
): boolean {
  const isConditional = metadatas.some(
    ({ type: kind, name }) => kind === 'conditionalValidation' && name !== 'isOptional',
  );
  if (isConditional) {
    warnings.push(
      `${type.name}.${metadatas[0]!.propertyName}: the condition of @ValidateIf() can't be shown in the schema, which has the field as optional.`,
    );
  }
  const rules = metadatas.filter(({ type: kind }) => kind === 'customValidation');
  return isConditional || transformed.hasTransform || !rules.every(isBuiltIn);
}

/** Whether a field is built in a way that only class-transformer knows. */
function needsTransformer(
  type: Type<unknown>,
  property: string,
  transformed: TransformedField,
  { kind, items }: ValueShape,
): boolean {
  if (transformed.hasTransform || property in (type.prototype as object)) return true;
  if (transformed.type === undefined) return false;
  const innermost = items?.items ?? items;
  const built = innermost?.kind ?? kind;
  if (built === 'dto' || built === 'date') return false;
  const harmless: unknown = { string: String, number: Number, integer: Number, boolean: Boolean }[
    built as string
  ];
  return transformed.type !== harmless;
}
