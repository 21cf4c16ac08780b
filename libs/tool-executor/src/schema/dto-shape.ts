import type { Type } from '@nestjs/common';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';

/** What a value is in JSON. `dto` is an object of a known class, `date` is text, `any` is anything. */
export type ValueKind =
  'string' | 'number' | 'integer' | 'boolean' | 'date' | 'object' | 'array' | 'dto' | 'any';

/** One rule beyond the kind: a class-validator decorator. */
export interface ValueRule {
  /** The decorator by its class-validator name: `minLength`. */
  readonly name: string;
  /** The same rule in JSON Schema; empty where it can't be said. */
  readonly keywords: JsonObject;
  readonly expected: string;
  /** Judges a value of the right kind. `undefined`: only class-validator can, on the built instance. */
  readonly holds: ((value: JsonValue) => boolean) | undefined;
  readonly metadata: ValidationMetadata;
}

/** The shape of one value. */
export interface ValueShape {
  readonly kind: ValueKind;
  /** What is expected, in words: `an integer`. */
  readonly expected: string;
  readonly nullable: boolean;
  readonly rules: readonly ValueRule[];
  /** The decorator that the kind comes from, for its message. */
  readonly kindMetadata: ValidationMetadata | undefined;
  /** Of arrays. */
  readonly items: ValueShape | undefined;
  /** Of `dto`. */
  readonly dto: DtoShape | undefined;
}

/** The shape of one field of a class. */
export interface FieldShape {
  /** The name outside, which `@Expose({ name })` may set. */
  readonly key: string;
  /** The name in the class. */
  readonly property: string;
  readonly required: boolean;
  readonly hasInitialiser: boolean;
  /** What the initialiser gives, where it is plain JSON and always the same. */
  readonly defaultValue: JsonValue | undefined;
  readonly description: string | undefined;
  readonly example: JsonValue | undefined;
  readonly value: ValueShape;
  /** The field itself is `@Sensitive()`. */
  readonly sensitive: boolean;
  /** `@Transform()` changes what comes in, so that class-validator judges something else than the shape does. */
  readonly hasTransform: boolean;
  /** The rules that only class-validator can judge, on the built instance. */
  readonly customRules: ReadonlySet<string>;
}

/** The shape of a class of arguments. Classes that hold themselves make shapes that hold themselves. */
export interface DtoShape {
  readonly type: Type<unknown>;
  readonly name: string;
  readonly fields: readonly FieldShape[];
  readonly byKey: ReadonlyMap<string, FieldShape>;
  /** Whether class-validator has to see the built instance. Else the rules of the shape are all there is. */
  readonly needsClassValidator: boolean;
  /** Whether only class-transformer can build an instance. */
  readonly needsTransformer: boolean;
  /** What the schema can't show, or what is better written in another way. */
  readonly warnings: readonly string[];
}
