import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import { joinKey } from '../text/argument-path.js';

/** Nested fields are looked at as deep as this: a schema may hold itself. */
export const MAX_FIELD_DEPTH = 4;

/** One field of a JSON Schema. */
export interface SchemaField {
  /** `filters[].field` */
  readonly path: string;
  /** With its reference resolved. */
  readonly schema: JsonObject;
  /** What each element of an array is, with its reference resolved. */
  readonly items: JsonObject | undefined;
  readonly isRequired: boolean;
  /** `''` where there is none. */
  readonly description: string;
}

/** The fields of a JSON Schema, nested ones right behind what holds them. */
export function schemaFields(schema: JsonObject): SchemaField[] {
  return fieldsOf(schema, schema, '', 1);
}

function fieldsOf(schema: JsonObject, root: JsonObject, prefix: string, depth: number): SchemaField[] {
  const { properties, required } = schema as { properties?: JsonObject; required?: readonly string[] };
  const fields: SchemaField[] = [];
  for (const [key, value] of Object.entries(properties ?? {})) {
    const path = joinKey(prefix, key);
    const given = asObject(value);
    const field = resolveSchema(given, root);
    const items = field['items'] === undefined ? undefined : resolveSchema(field['items'], root);
    const description = given['description'] ?? field['description'];
    fields.push({
      path,
      schema: field,
      items,
      isRequired: required?.includes(key) === true,
      description: typeof description === 'string' ? description : '',
    });
    if (depth >= MAX_FIELD_DEPTH) continue;
    if (field['properties'] !== undefined) fields.push(...fieldsOf(field, root, path, depth + 1));
    else if (items !== undefined) fields.push(...fieldsOf(items, root, `${path}[]`, depth + 1));
  }
  return fields;
}

/** A local reference resolved; what is written beside `$ref` stays. */
export function resolveSchema(value: JsonValue | undefined, root: JsonObject): JsonObject {
  const schema = asObject(value);
  const ref = schema['$ref'];
  if (typeof ref !== 'string' || !ref.startsWith('#')) return schema;
  let found: JsonValue | undefined = root;
  for (const key of ref.slice(1).split('/').slice(1)) {
    found = asObject(found)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return { ...asObject(found), ...schema };
}

const asObject = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
