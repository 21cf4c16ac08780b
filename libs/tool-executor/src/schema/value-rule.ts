import * as classValidator from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { JsonValue } from '../tool/tool-result.js';
import { mapConstraint } from './constraint-rules.js';
import type { ValueKind, ValueRule } from './dto-shape.js';

/** class-validator exports the name of each of its own decorators as a constant. */
const BUILT_IN: ReadonlySet<string> = new Set(
  Object.values(classValidator).filter(
    (value): value is string => typeof value === 'string' && value !== 'isInstance',
  ),
);

/**
 * One decorator as a rule. class-validator's own checks are called directly, so that its verdict
 * counts without a walk of its executor; custom ones need that walk and the built instance.
 */
export function toRule(metadata: ValidationMetadata, kind: ValueKind, hasTransform: boolean): ValueRule {
  const name = ruleName(metadata);
  const constraints = metadata.constraints ?? [];
  if (!isBuiltIn(metadata)) {
    return { name, keywords: {}, expected: `a value that passes ${name}`, holds: undefined, metadata };
  }
  const mapped = mapConstraint(name, constraints, kind);
  const own = mapped?.holds as ((value: JsonValue) => boolean) | undefined;
  const native = nativeCheck(metadata, kind);
  // What a transform makes of the value is for class-validator to judge, what comes in is for the schema.
  const alone = mapped?.replacesNative === true || hasTransform;
  const holds = alone
    ? (own ?? (mapped === undefined ? undefined : native))
    : own === undefined
      ? native
      : both(own, native);
  return {
    name,
    keywords: mapped?.keywords ?? {},
    expected: mapped?.expected ?? defaultMessage(metadata) ?? `a value that passes ${name}`,
    holds,
    metadata,
  };
}

export const isBuiltIn = (metadata: ValidationMetadata): boolean =>
  metadata.validateIf === undefined && metadata.name !== undefined && BUILT_IN.has(metadata.name);

export function ruleName(metadata: ValidationMetadata): string {
  return metadata.name ?? constraintsOf(metadata)[0]?.name ?? metadata.type;
}

const constraintsOf = (metadata: ValidationMetadata) =>
  classValidator.getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);

const both =
  (first: (value: JsonValue) => boolean, second: (value: JsonValue) => boolean) =>
  (value: JsonValue): boolean =>
    first(value) && second(value);

function nativeCheck(metadata: ValidationMetadata, kind: ValueKind): (value: JsonValue) => boolean {
  const { instance } = constraintsOf(metadata)[0]!;
  const { constraints, propertyName: property } = metadata;
  return (value) => {
    const judged = kind === 'date' ? new Date(value as string) : value;
    const targetName = typeof metadata.target === 'string' ? metadata.target : metadata.target.name;
    try {
      return (
        instance.validate(judged, { value: judged, constraints, property, targetName, object: {} }) === true
      );
    } catch {
      // isNumber throws for 1e-7 where decimal places are limited.
      return false;
    }
  };
}

/** class-validator's own words for a rule: `$property must be a hexadecimal color` gives `a hexadecimal color`. */
function defaultMessage(metadata: ValidationMetadata): string | undefined {
  const { instance } = constraintsOf(metadata)[0]!;
  const { constraints, propertyName: property } = metadata;
  try {
    const message = instance.defaultMessage?.({
      value: '',
      constraints,
      property,
      targetName: '',
      object: {},
    });
    const words = /^(?:each value in )?\$property must (?:be )?(.+)$/.exec(message ?? '')?.[1];
    return words?.replaceAll(/\$constraint(\d)/g, (_, number: string) =>
      String(constraints?.[Number(number) - 1]),
    );
  } catch {
    return undefined;
  }
}
