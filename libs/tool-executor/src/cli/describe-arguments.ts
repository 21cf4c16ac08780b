import type { JsonObject } from '../tool/tool-result.js';
import { MAX_FIELD_DEPTH, resolveSchema, schemaFields } from './schema-fields.js';

/** One argument, for a person. */
export interface ArgumentRow {
  /** `filters[].field` */
  readonly path: string;
  /** `integer, 1 to 50, optional` */
  readonly type: string;
  readonly description: string;
}

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
  return schemaFields(schema).map(({ path, schema: field, isRequired, description }) => ({
    path,
    type: [typeText(field, schema), ...rulesText(field), isRequired ? 'required' : 'optional'].join(', '),
    description,
  }));
}

function typeText(field: JsonObject, root: JsonObject, depth = 1): string {
  if (Array.isArray(field['enum'])) return field['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in field) return JSON.stringify(field['const']);
  if (field['type'] === 'array' && field['items'] !== undefined && depth < MAX_FIELD_DEPTH) {
    return `array of ${typeText(resolveSchema(field['items'], root), root, depth + 1)}`;
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
