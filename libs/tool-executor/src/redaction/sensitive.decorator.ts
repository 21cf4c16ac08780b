import 'reflect-metadata';
import type { Type } from '@nestjs/common';

const KEY = Symbol.for('nestjs-tool-executor.Sensitive');

/**
 * Marks a field of a DTO as secret: its value shows as `***` in traces, journal, logs and
 * approvals, and never in a validation error. The tool gets the real value.
 *
 * A field that a subclass declares anew stays sensitive.
 *
 * @publicApi
 */
export function Sensitive(): PropertyDecorator {
  return (prototype, property) => {
    if (typeof property !== 'string') return;
    const own = (Reflect.getOwnMetadata(KEY, prototype) as readonly string[] | undefined) ?? [];
    Reflect.defineMetadata(KEY, [...own, property], prototype);
  };
}

/** The names of the `@Sensitive()` fields of a class, inherited ones included. */
export function sensitiveFieldsOf(type: Type<unknown>): ReadonlySet<string> {
  const fields = new Set<string>();
  for (
    let prototype: object | null = type.prototype as object;
    prototype !== null;
    prototype = Object.getPrototypeOf(prototype) as object | null
  ) {
    const own = Reflect.getOwnMetadata(KEY, prototype) as readonly string[] | undefined;
    own?.forEach((field) => fields.add(field));
  }
  return fields;
}
