import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import type { DtoShape, FieldShape, ValueKind, ValueRule, ValueShape } from './dto-shape.js';
import { reachableDtos } from './reachable-dtos.js';

/** The schema of a tool without arguments. */
export const NO_ARGUMENTS_SCHEMA: JsonObject = Object.freeze({
  type: 'object',
  properties: Object.freeze({}),
  additionalProperties: false,
});

const TYPES: Readonly<Record<ValueKind, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  object: { type: 'object' },
  array: { type: 'array' },
  dto: {},
  any: {},
};

/**
 * A class of arguments as JSON Schema 2020-12, without `$schema`. The root is an object; classes
 * held by it are in `$defs`, one entry per class even where two have one name, so that classes may
 * hold themselves. `required` is left out where nothing is.
 *
 * @see https://json-schema.org/draft/2020-12
 */
export function toJsonSchema(root: DtoShape): JsonObject {
  const names = new Map<DtoShape, string>();
  const nested = reachableDtos(root).filter((dto) => dto !== root || holdsItself(root));
  for (const dto of nested) names.set(dto, freeName(dto.name, new Set(names.values())));
  const schema = objectSchema(root, names);
  if (names.size === 0) return schema;
  return {
    ...schema,
    $defs: Object.fromEntries([...names].map(([dto, name]) => [name, objectSchema(dto, names)])),
  };
}

function holdsItself(root: DtoShape): boolean {
  const holds = (value: ValueShape): boolean =>
    value.dto === root || (value.items !== undefined && holds(value.items));
  return reachableDtos(root).some(({ fields }) => fields.some(({ value }) => holds(value)));
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replaceAll(/[^\w.-]/g, '_') || 'Object';
  let free = base;
  for (let number = 2; taken.has(free); number++) free = `${base}_${number}`;
  return free;
}

function objectSchema(dto: DtoShape, names: ReadonlyMap<DtoShape, string>): JsonObject {
  const required = dto.fields.filter((field) => field.required).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(dto.fields.map((field) => [field.key, fieldSchema(field, names)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function fieldSchema(field: FieldShape, names: ReadonlyMap<DtoShape, string>): JsonObject {
  const { description, example, defaultValue } = field;
  return {
    ...valueSchema(field.value, names),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...(defaultValue === undefined || field.sensitive ? {} : { default: defaultValue }),
  };
}

function valueSchema(value: ValueShape, names: ReadonlyMap<DtoShape, string>): JsonObject {
  const schema = combine(
    {
      ...TYPES[value.kind],
      ...(value.dto === undefined ? {} : { $ref: `#/$defs/${names.get(value.dto)!}` }),
      ...(value.items === undefined ? {} : { items: valueSchema(value.items, names) }),
    },
    value.rules,
  );
  return value.nullable && value.kind !== 'any' ? orNull(schema) : schema;
}

const LARGER = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const SMALLER = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

/** Several rules may use one keyword: the narrower bound stands, and what can't be merged goes into `allOf`. */
function combine(base: JsonObject, rules: readonly ValueRule[]): JsonObject {
  const schema: Record<string, JsonValue> = { ...base };
  const others: JsonObject[] = [];
  for (const [keyword, value] of rules.flatMap(({ keywords }) => Object.entries(keywords))) {
    const present = schema[keyword];
    if (present === undefined) schema[keyword] = value;
    else if (LARGER.has(keyword)) schema[keyword] = Math.max(present as number, value as number);
    else if (SMALLER.has(keyword)) schema[keyword] = Math.min(present as number, value as number);
    else if (JSON.stringify(present) !== JSON.stringify(value)) others.push({ [keyword]: value });
  }
  return others.length === 0 ? schema : { ...schema, allOf: others };
}

function orNull(schema: JsonObject): JsonObject {
  const isSimple =
    typeof schema['type'] === 'string' && !('const' in schema) && !('allOf' in schema) && !('not' in schema);
  if (!isSimple) return { anyOf: [schema, { type: 'null' }] };
  const listed = schema['enum'] as readonly JsonValue[] | undefined;
  return {
    ...schema,
    type: [schema['type']!, 'null'],
    ...(listed === undefined || listed.includes(null) ? {} : { enum: [...listed, null] }),
  };
}
