import 'reflect-metadata';
import type { FieldDescription } from './describe.decorator.js';

/** Where @nestjs/swagger keeps what `@ApiProperty()` was given. It need not be installed. */
const MODEL_PROPERTIES = 'swagger/apiModelPropertiesArray';
const MODEL_PROPERTY = 'swagger/apiModelProperties';

interface ApiProperty {
  readonly description?: unknown;
  readonly example?: unknown;
  readonly nullable?: unknown;
}

/** The fields that carry `@ApiProperty()`. */
export function apiFields(prototype: object): readonly string[] {
  const marked: unknown = Reflect.getMetadata(MODEL_PROPERTIES, prototype);
  // Swagger writes each name with a colon before it.
  return Array.isArray(marked) ? marked.map((name) => String(name).replace(/^:/, '')) : [];
}

/** Description, example and nullability that `@ApiProperty()` gives a field. */
export function apiPropertyOf(
  prototype: object,
  property: string,
): (FieldDescription & { readonly nullable: boolean }) | undefined {
  const found = Reflect.getMetadata(MODEL_PROPERTY, prototype, property) as ApiProperty | undefined;
  if (found === undefined) return undefined;
  return {
    ...(typeof found.description === 'string' ? { text: found.description } : {}),
    ...(found.example === undefined ? {} : { example: found.example }),
    nullable: found.nullable === true,
  };
}
