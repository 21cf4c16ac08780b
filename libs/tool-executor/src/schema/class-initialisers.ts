import type { Type } from '@nestjs/common';
import { canonicalJson } from '../intake/canonical-json.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { JsonValue } from '../tool/tool-result.js';

/** What `new Type()` shows about a class. */
export interface ClassInitialisers {
  /** Fields that the compiler defines, whether they have a value or not. Methods are left out. */
  readonly declared: readonly string[];
  /** Fields with a value. */
  readonly initialised: ReadonlySet<string>;
  /** The value of a field, where it is plain JSON and comes out the same each time. */
  defaultOf(property: string): JsonValue | undefined;
}

/**
 * Builds a class of arguments, at boot and never again for this purpose.
 *
 * @throws ToolConfigurationError when its constructor throws
 */
export function readInitialisers(type: Type<unknown>): ClassInitialisers {
  const first = build(type);
  // A second one shows what is made anew each time, such as an id: as a default it would be a lie.
  const second = build(type);
  const declared = Object.keys(first).filter((property) => typeof first[property] !== 'function');
  return {
    declared,
    initialised: new Set(declared.filter((property) => first[property] !== undefined)),
    defaultOf: (property) => sameJson(first[property], second[property]),
  };
}

function build(type: Type<unknown>): Record<string, unknown> {
  try {
    return new type() as Record<string, unknown>;
  } catch (error) {
    throw new ToolConfigurationError(
      `${type.name} can't be built without arguments: its constructor threw (${String(error)}). ` +
        'A class of tool arguments is a plain holder of fields: take the constructor out.',
    );
  }
}

function sameJson(first: unknown, second: unknown): JsonValue | undefined {
  if (!isJson(first) || !isJson(second)) return undefined;
  return canonicalJson(first) === canonicalJson(second)
    ? (JSON.parse(JSON.stringify(first)) as JsonValue)
    : undefined;
}

/** `depth` ends the walk of a value that holds itself. */
function isJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > 8) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((member) => isJson(member, depth + 1))
  );
}
