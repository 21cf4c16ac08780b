import { canonicalJson } from '../intake/canonical-json.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import type { ValueKind } from './dto-shape.js';
import { formatRules, lengthRule, patternRule, type MappedRule } from './string-rules.js';

type Mapper = (constraints: readonly unknown[], kind: ValueKind) => MappedRule | undefined;

const isPrimitive = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

export const quote = (value: unknown): string => JSON.stringify(value);

export function oneOf(values: readonly unknown[]): MappedRule {
  const allowed = [...new Set(values.filter(isPrimitive))];
  const shown = allowed.slice(0, 20).map(quote).join(', ') + (allowed.length > 20 ? ', …' : '');
  const set = new Set<unknown>(allowed);
  return {
    keywords: { enum: allowed },
    expected: `one of ${shown}`,
    holds: (value: JsonValue) => set.has(value),
    replacesNative: true,
  };
}

/** The values of a TypeScript enum; numeric ones also map back from value to name, which is no value. */
export function enumValues(entity: object): unknown[] {
  return Object.entries(entity)
    .filter(
      ([name, value]) =>
        !(
          /^-?\d/.test(name) &&
          typeof value === 'string' &&
          name in entity &&
          (entity as Record<string, unknown>)[value] === Number(name)
        ),
    )
    .map(([, value]) => value);
}

const bound = (keyword: string, limit: unknown, words: string): MappedRule | undefined =>
  typeof limit === 'number' && Number.isFinite(limit)
    ? { keywords: { [keyword]: limit }, expected: `${words} ${limit}` }
    : undefined;

const size = (keyword: string, limit: unknown, words: string): MappedRule | undefined =>
  Number.isInteger(limit) && (limit as number) >= 0
    ? {
        keywords: { [keyword]: limit as number },
        expected: `an array of ${words} ${String(limit)} item${limit === 1 ? '' : 's'}`,
      }
    : undefined;

function notEmpty(kind: ValueKind): MappedRule | undefined {
  const expected = 'not empty';
  if (kind === 'string') return { keywords: { minLength: 1 }, expected };
  if (kind === 'any') return { keywords: { not: { enum: ['', null] } }, expected };
  return { keywords: {}, expected };
}

const NOT_NULL: JsonObject = { not: { type: 'null' } };

const isDistinct = (items: readonly JsonValue[]): boolean =>
  new Set(items.map((item) => canonicalJson(item))).size === items.length;

/**
 * class-validator's decorators, by name, in JSON Schema. What isn't here is enforced at run time
 * and named in the warnings.
 */
const MAPPERS: Readonly<Record<string, Mapper>> = {
  min: ([limit]) => bound('minimum', limit, 'at least'),
  max: ([limit]) => bound('maximum', limit, 'at most'),
  isPositive: () => bound('exclusiveMinimum', 0, 'more than'),
  isNegative: () => bound('exclusiveMaximum', 0, 'less than'),
  isDivisibleBy: ([divisor]) =>
    Number.isInteger(divisor) && (divisor as number) > 0
      ? {
          keywords: { multipleOf: divisor as number },
          expected: `a multiple of ${String(divisor)}`,
          holds: (value: number) => Number.isInteger(value / (divisor as number)),
        }
      : undefined,
  minLength: ([min]) => lengthRule(min, undefined),
  maxLength: ([max]) => lengthRule(undefined, max),
  isLength: ([min, max]) => lengthRule(min, max),
  isNotEmpty: (_, kind) => notEmpty(kind),
  isDefined: (_, kind) => ({ keywords: kind === 'any' ? NOT_NULL : {}, expected: 'not null' }),
  matches: ([pattern, modifiers]) => patternRule(pattern, modifiers),
  contains: ([seed]) =>
    typeof seed === 'string'
      ? {
          keywords: { pattern: seed.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`) },
          expected: `text that contains ${quote(seed)}`,
        }
      : undefined,
  isEmail: ([options]) => formatRules.email(options as Record<string, unknown> | undefined),
  isUrl: ([options]) => formatRules.url(options as Record<string, unknown> | undefined),
  isUuid: ([version]) => formatRules.uuid(version),
  isDateString: () => formatRules.dateString(),
  isIso8601: () => formatRules.dateString(),
  isEnum: ([entity]) => oneOf(enumValues(entity as object)),
  isIn: ([values]) => (Array.isArray(values) ? oneOf(values) : undefined),
  equals: ([value]) =>
    isPrimitive(value) ? { keywords: { const: value }, expected: quote(value) } : undefined,
  notEquals: ([value]) =>
    isPrimitive(value) ? { keywords: { not: { const: value } }, expected: `not ${quote(value)}` } : undefined,
  isNotIn: ([values]) =>
    Array.isArray(values) && values.every(isPrimitive) && values.length > 0
      ? { keywords: { not: { enum: values } }, expected: `none of ${values.map(quote).join(', ')}` }
      : undefined,
  arrayMinSize: ([limit]) => size('minItems', limit, 'at least'),
  arrayMaxSize: ([limit]) => size('maxItems', limit, 'at most'),
  arrayNotEmpty: () => size('minItems', 1, 'at least'),
  arrayUnique: () => ({
    keywords: { uniqueItems: true },
    expected: 'an array without repetitions',
    holds: isDistinct,
  }),
  isNotEmptyObject: () => ({
    keywords: { minProperties: 1 },
    expected: 'an object with at least one key',
    holds: (value: JsonObject) => Object.keys(value).length > 0,
  }),
  isNumber: ([options]) =>
    (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces === undefined
      ? { keywords: {}, expected: 'a number' }
      : undefined,
  isInt: () => ({ keywords: {}, expected: 'an integer' }),
  isString: () => ({ keywords: {}, expected: 'a string' }),
  isBoolean: () => ({ keywords: {}, expected: 'true or false' }),
  isArray: () => ({ keywords: {}, expected: 'an array' }),
  isObject: () => ({ keywords: {}, expected: 'an object' }),
};

/** The rule in JSON Schema, or `undefined` where it can't be said there. */
export function mapConstraint(
  name: string,
  constraints: readonly unknown[],
  kind: ValueKind,
): MappedRule | undefined {
  return Object.hasOwn(MAPPERS, name) ? MAPPERS[name]!(constraints, kind) : undefined;
}
