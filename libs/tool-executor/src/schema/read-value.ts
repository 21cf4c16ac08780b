import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { DtoShape, ValueKind, ValueShape } from './dto-shape.js';
import type { TransformedField } from './transformer-metadata.js';
import { describeArrayOf, describeKind, kindOf, kindOfType, type FoundKind } from './value-kind.js';
import { toRule } from './value-rule.js';

/** What is known about a field before its value is looked at. */
export interface DeclaredField {
  readonly owner: Type<unknown>;
  readonly property: string;
  readonly metadatas: readonly ValidationMetadata[];
  /** What the compiler left. */
  readonly designType: unknown;
  readonly transformed: TransformedField;
  readonly nullable: boolean;
  readonly readNested: (type: Type<unknown>) => DtoShape;
  readonly warn: (text: string) => void;
}

/** The shape of a field's value, from its decorators and types. */
export function readValue(field: DeclaredField): ValueShape {
  const rules = field.metadatas.filter(({ type }) => type === 'customValidation' || type === 'isDefined');
  const whole = rules.filter(({ each }) => !each);
  const items = rules.filter(({ each }) => each);
  const nested = field.metadatas.filter(({ type }) => type === 'nestedValidation');
  const found = kindOf(whole, nested.length > 0 && field.designType !== Array ? undefined : field.designType);
  const isArray =
    found.kind === 'array' ||
    items.length > 0 ||
    nested.some(({ each }) => each) ||
    field.designType === Array;
  if (!isArray) return nested.length > 0 ? readNested(field, whole) : readPlain(field, whole, found);
  const itemShape = readItems(field, items, nested.length > 0);
  return {
    ...shape(field, 'array', whole, found.kind === 'array' ? found.metadata : items[0]),
    expected: describeArrayOf(itemShape.kind),
    items: itemShape,
  };
}

function readItems(
  field: DeclaredField,
  items: readonly ValidationMetadata[],
  isNested: boolean,
): ValueShape {
  const inner = { ...field, nullable: false, designType: undefined };
  const found = kindOf(items, field.transformed.type);
  if (found.kind === 'array') {
    const innermost = isNested
      ? readNested(inner, [])
      : readPlain(inner, [], kindOf([], field.transformed.type));
    return {
      ...shape(inner, 'array', items, found.metadata),
      expected: describeArrayOf(innermost.kind),
      items: innermost,
    };
  }
  return isNested ? readNested(inner, items) : readPlain(inner, items, found);
}

function readNested(field: DeclaredField, metadatas: readonly ValidationMetadata[]): ValueShape {
  const { owner, property, transformed, designType } = field;
  const type = transformed.type ?? designType;
  if (typeof type !== 'function' || kindOfType(type) !== 'object') {
    throw new ToolConfigurationError(
      `${owner.name}.${property} has @ValidateNested(), but its class isn't known. Add @Type(() => TheClass) beside it.`,
    );
  }
  return { ...shape(field, 'dto', metadatas, undefined), dto: field.readNested(type as Type<unknown>) };
}

function readPlain(
  field: DeclaredField,
  metadatas: readonly ValidationMetadata[],
  found: FoundKind,
): ValueShape {
  const { owner, property, transformed, designType } = field;
  const name = `${owner.name}.${property}`;
  const { kind } = found;
  const type = transformed.type ?? designType;
  if (transformed.type === Date && kind !== 'date') {
    throw new ToolConfigurationError(
      `${name} has @Type(() => Date), but its decorators want ${describeKind(kind)}. Use @IsDate() with it, or leave @Type() out.`,
    );
  }
  if (transformed.type === Boolean) {
    field.warn(
      `${name}: @Type(() => Boolean) takes every text for true. Here the value is checked before; leave it out.`,
    );
  } else if (
    (transformed.type === Number || transformed.type === String) &&
    !agrees(transformed.type, kind)
  ) {
    field.warn(
      `${name}: @Type(() => ${nameOf(transformed.type)}) converts a value that its decorators want to be ${describeKind(kind)}. Leave it out.`,
    );
  }
  if (
    typeof type === 'function' &&
    kindOfType(type) === 'object' &&
    (kind === 'object' || kind === 'any') &&
    hasRules(type)
  ) {
    field.warn(`${name}: the fields of ${nameOf(type)} are not validated. Add @ValidateNested() for that.`);
  }
  return shape(field, kind, metadatas, found.metadata);
}

const agrees = (type: unknown, kind: ValueKind): boolean =>
  type === String ? kind === 'string' : kind === 'number' || kind === 'integer';

const nameOf = (type: unknown): string => (type as { readonly name: string }).name;

const hasRules = (type: unknown): boolean =>
  getMetadataStorage().getTargetValidationMetadatas(type as Type<unknown>, '', false, false).length > 0;

function shape(
  field: DeclaredField,
  kind: ValueKind,
  metadatas: readonly ValidationMetadata[],
  kindMetadata: ValidationMetadata | undefined,
): ValueShape {
  const rules = metadatas.map((metadata) => toRule(metadata, kind, field.transformed.hasTransform));
  for (const rule of rules) {
    if (!saysNothing(rule.metadata, kind) && Object.keys(rule.keywords).length === 0) {
      field.warn(
        `${field.owner.name}.${field.property}: ${rule.name} can't be shown in the schema; it is enforced at run time.`,
      );
    }
  }
  const listing = rules.find(({ keywords }) => 'enum' in keywords || 'const' in keywords);
  const refusesNull = rules.some(({ name }) => name === 'isDefined' || name === 'isNotEmpty');
  return {
    kind,
    expected: listing?.expected ?? describeKind(kind),
    nullable: field.nullable || (kind === 'any' && !refusesNull) || allowsNull(listing?.keywords['enum']),
    // A rule that only names the kind is checked with the kind.
    rules: rules.filter(({ metadata, holds }) => holds !== undefined && !saysNothing(metadata, kind)),
    kindMetadata,
    items: undefined,
    dto: undefined,
  };
}

const allowsNull = (listed: unknown): boolean => Array.isArray(listed) && listed.includes(null);

const KIND_RULES: Readonly<Record<string, readonly ValueKind[]>> = {
  isString: ['string'],
  isBoolean: ['boolean'],
  isArray: ['array'],
  isObject: ['object', 'dto'],
  isDate: ['date'],
  isInt: ['integer'],
  isDefined: ['string', 'number', 'integer', 'boolean', 'date', 'object', 'array', 'dto'],
  isNotEmpty: ['number', 'integer', 'boolean', 'date', 'object', 'array', 'dto'],
};

function saysNothing({ name, constraints }: ValidationMetadata, kind: ValueKind): boolean {
  if (name === 'isNumber') {
    const options = constraints[0] as { maxDecimalPlaces?: number } | undefined;
    return (kind === 'number' || kind === 'integer') && options?.maxDecimalPlaces === undefined;
  }
  return name !== undefined && Object.hasOwn(KIND_RULES, name) && KIND_RULES[name]!.includes(kind);
}
