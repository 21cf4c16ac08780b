import 'reflect-metadata';

const DESCRIPTION_METADATA = 'nestjs-tool-executor:description';
const DESCRIBED_METADATA = 'nestjs-tool-executor:described';

/** @publicApi */
export interface DescribeOptions {
  /** A value that a model may take as a pattern. It isn't checked against the rules of the field. */
  readonly example?: unknown;
}

/** What a field says about itself. */
export interface FieldDescription {
  readonly text?: string;
  readonly example?: unknown;
}

/**
 * Says what a field of a tool's arguments means: models read it. It comes before the description
 * of `@ApiProperty()`, where both are present. It checks nothing: the field needs a class-validator
 * decorator beside it.
 *
 * @publicApi
 */
export function Describe(text: string, options: DescribeOptions = {}): PropertyDecorator {
  return (target, property) => {
    Reflect.defineMetadata(
      DESCRIPTION_METADATA,
      { text, ...options } satisfies FieldDescription,
      target,
      property,
    );
    const described: readonly (string | symbol)[] = Reflect.getMetadata(DESCRIBED_METADATA, target) ?? [];
    Reflect.defineMetadata(DESCRIBED_METADATA, [...described, property], target);
  };
}

/** What `@Describe()` says of a field. */
export function descriptionOf(prototype: object, property: string): FieldDescription | undefined {
  return Reflect.getMetadata(DESCRIPTION_METADATA, prototype, property) as FieldDescription | undefined;
}

/** The fields that carry `@Describe()`, inherited ones included. */
export function describedFields(prototype: object): readonly string[] {
  return (Reflect.getMetadata(DESCRIBED_METADATA, prototype) as string[] | undefined) ?? [];
}
