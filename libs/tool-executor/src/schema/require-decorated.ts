import type { Type } from '@nestjs/common';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { FORBIDDEN_KEYS } from '../intake/check-parsed.js';
import { apiFields } from './api-property.js';
import type { ClassInitialisers } from './class-initialisers.js';
import { describedFields } from './describe.decorator.js';
import { isExcluded, typedFields } from './transformer-metadata.js';

/** Types that no JSON value becomes by itself. */
const UNSUPPORTED: ReadonlySet<unknown> = new Set([
  Map,
  Set,
  WeakMap,
  WeakSet,
  Promise,
  ArrayBuffer,
  Buffer,
  DataView,
  Function,
  Symbol,
  BigInt,
  RegExp,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
]);

/**
 * Finds fields that somebody forgot to decorate: they would be unknown keys to a model.
 *
 * A field without any decorator shows only if the compiler defines it (TypeScript does so for
 * targets from ES2022 on) or if it has an initialiser.
 *
 * @throws ToolConfigurationError naming class, field and remedy
 */
export function requireDecorated(
  type: Type<unknown>,
  decorated: ReadonlySet<string>,
  initialisers: ClassInitialisers,
): void {
  const prototype = type.prototype as object;
  const named = [
    ...describedFields(prototype),
    ...apiFields(prototype),
    ...typedFields(type),
    ...initialisers.declared,
  ];
  for (const field of named) {
    if (decorated.has(field) || isExcluded(type, field)) continue;
    throw new ToolConfigurationError(
      `${type.name}.${field} has no validation decorator. Add one, such as @IsString() or @Allow(), ` +
        'or keep the field away from callers with @Exclude().',
    );
  }
}

/** @throws ToolConfigurationError for a field type that arguments can't have, or a name that the intake gate refuses */
export function requireSupported(type: Type<unknown>, field: string, fieldTypes: readonly unknown[]): void {
  const unsupported = fieldTypes.find((fieldType) => UNSUPPORTED.has(fieldType));
  if (unsupported !== undefined) {
    throw new ToolConfigurationError(
      `${type.name}.${field} is a ${(unsupported as { name: string }).name}, which JSON arguments can't give. ` +
        'Use an array, an object or text, and convert it in the tool.',
    );
  }
  if (FORBIDDEN_KEYS.has(field)) {
    throw new ToolConfigurationError(
      `${type.name}.${field} can't be an argument: the key is refused. Rename the field.`,
    );
  }
}
