import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { isDateTimeText } from '../../src/schema/date-text.js';
import type { JsonObject, JsonValue } from '../../src/tool/tool-result.js';

const NEAR: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  2,
  4,
  1.5,
  -3,
  1e300,
  '',
  'a',
  'b',
  'x',
  'ab',
  'cab',
  'a.b',
  'abcd',
  '😀',
  '❤️',
  '1',
  '2',
  'Up',
  'true',
  'cm',
  '2026-01-02T03:04:05Z',
  '2026-02-30T00:00:00Z',
  '2026-01-02',
  'nope',
  'c3d4a5f0-0b5e-4c5e-8f3e-2b1a5d6c7e8f',
  '[]',
  '{}',
];
const leaf = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NEAR) },
  { weight: 1, arbitrary: fc.string() },
);

function schemaKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.keys((schema as { properties?: object }).properties ?? {});
  return [...own, ...Object.values(schema).flatMap(schemaKeys)];
}

/** Random JSON with the keys of a schema, so that many values are almost valid. */
export function nearValues(schema: JsonObject): fc.Arbitrary<JsonObject> {
  const keys = [...new Set(schemaKeys(schema)), 'unknown'];
  const { root } = fc.letrec<{ value: JsonValue; root: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 6, arbitrary: leaf },
      { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
      { weight: 2, arbitrary: tie('root') },
    ),
    root: fc
      .record(
        Object.fromEntries(
          keys.map((key) => [
            key,
            fc.oneof(
              {
                weight: key === 'unknown' ? 1 : 8,
                arbitrary: fc.option(tie('value'), { nil: undefined, freq: 6 }),
              },
              { weight: key === 'unknown' ? 30 : 1, arbitrary: fc.constant(undefined) },
            ),
          ]),
        ),
      )
      .map(
        (object) =>
          Object.fromEntries(
            Object.entries(object).filter(([, member]) => member !== undefined),
          ) as JsonObject,
      ),
  }));
  return root;
}

/** Values that the schema allows, made from it. */
export function validValue(schema: JsonObject, root: JsonObject): fc.Arbitrary<JsonValue> {
  const ref = schema['$ref'] as string | undefined;
  if (ref !== undefined)
    return validValue((root['$defs'] as Record<string, JsonObject>)[ref.split('/').at(-1)!]!, root);
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as JsonValue[]));
  if (schema['type'] === 'array')
    return fc.array(validValue((schema['items'] ?? {}) as JsonObject, root), {
      minLength: Number(schema['minItems'] ?? 0),
      maxLength: 2,
    });
  if (schema['properties'] !== undefined) {
    const properties = Object.entries(schema['properties'] as Record<string, JsonObject>);
    const deep = properties.filter(([key]) => key !== 'kids');
    return fc.record(Object.fromEntries(deep.map(([key, member]) => [key, validValue(member, root)])), {
      requiredKeys: (schema['required'] ?? []) as string[],
    }) as fc.Arbitrary<JsonValue>;
  }
  const allows = ajvOf(schema);
  return fc.constantFrom(
    ...NEAR.filter((value) => allows(value)),
    ...(schema['type'] === 'object' ? [{ a: 1 }] : []),
  );
}

/** The verdict of ajv, for which formats other than date-time are annotations. */
export function ajvOf(schema: JsonObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    formats: { 'date-time': isDateTimeText, uuid: true, email: true, uri: true },
  });
  // ajv's own rule goes wrong beyond 1e21, where it reads the exponent's text as a number.
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (factor: number, value: number) => value % factor === 0,
  });
  return ajv.compile(schema) as (value: unknown) => boolean;
}
