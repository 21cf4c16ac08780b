import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import { joinKey } from '../text/argument-path.js';

/** One argument, for a person. */
export interface ArgumentRow {
  /** `filters[].field` */
  readonly path: string;
  /** `integer, 1 to 50, optional` */
  readonly type: string;
  readonly description: string;
}

const MAX_DEPTH = 4;
/** What is shown in another way, or not at all. */
const STRUCTURE = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  '$ref',
  '$defs',
  'description',
  'examples',
  'title',
  '$schema',
  'enum',
  'const',
]);

/** The arguments of a JSON Schema as rows, nested ones by their path. Schemas that hold themselves are shown four levels deep. */
export function describeArguments(schema: JsonObject): ArgumentRow[] {
  return rowsOf(schema, schema, '', 1);
}

function rowsOf(schema: JsonObject, root: JsonObject, prefix: string, depth: number): ArgumentRow[] {
  const { properties, required } = schema as { properties?: JsonObject; required?: readonly string[] };
  const rows: ArgumentRow[] = [];
  for (const [key, value] of Object.entries(properties ?? {})) {
    const path = joinKey(prefix, key);
    const given = asObject(value);
    const field = follow(given, root);
    const presence = required?.includes(key) === true ? 'required' : 'optional';
    const description = given['description'] ?? field['description'];
    rows.push({
      path,
      type: [typeText(field, root), ...rulesText(field), presence].join(', '),
      description: typeof description === 'string' ? description : '',
    });
    if (depth < MAX_DEPTH) rows.push(...nestedRows(field, root, path, depth + 1));
  }
  return rows;
}

function nestedRows(field: JsonObject, root: JsonObject, path: string, depth: number): ArgumentRow[] {
  if (field['properties'] !== undefined) return rowsOf(field, root, path, depth);
  if (field['items'] === undefined) return [];
  if (depth > MAX_DEPTH) return [];
  return nestedRows(follow(asObject(field['items']), root), root, `${path}[]`, depth + 1);
}

function typeText(field: JsonObject, root: JsonObject, depth = 1): string {
  if (Array.isArray(field['enum'])) return field['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in field) return JSON.stringify(field['const']);
  if (field['type'] === 'array' && field['items'] !== undefined && depth < MAX_DEPTH) {
    return `array of ${typeText(follow(asObject(field['items']), root), root, depth + 1)}`;
  }
  const { type } = field;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any value';
}

function rulesText(field: JsonObject): string[] {
  return Object.entries(field)
    .filter(([keyword]) => !STRUCTURE.has(keyword))
    .map(([keyword, value]) => `${keyword} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

/** A local reference resolved; what is written beside `$ref` stays. */
function follow(schema: JsonObject, root: JsonObject): JsonObject {
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
