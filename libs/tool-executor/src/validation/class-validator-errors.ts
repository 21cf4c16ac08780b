import type { ValidationError } from 'class-validator';
import type { DtoShape, FieldShape, ValueShape } from '../schema/dto-shape.js';
import { joinIndex, joinKey } from '../text/argument-path.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import { boundMessage } from './argument-messages.js';
import type { ArgumentProblems } from './argument-problem.js';
import type { Concealment } from './concealment.js';
import { describeReceived } from './describe-received.js';

/**
 * Adds what class-validator found and the shape couldn't know: custom rules, what `@Transform()`
 * made of a value, and fields that a condition demands.
 */
export function addErrors(
  errors: readonly ValidationError[],
  dto: DtoShape,
  canonical: JsonObject,
  problems: ArgumentProblems,
  concealment: Concealment,
  path = '',
  concealed = false,
): void {
  for (const error of errors) {
    const field = dto.fields.find(({ property }) => property === error.property);
    if (field === undefined) continue;
    const isSecret = concealed || field.sensitive || concealment.isSecretName(field.key);
    addFieldErrors(error, field, canonical, problems, concealment, joinKey(path, field.key), isSecret);
  }
}

function addFieldErrors(
  error: ValidationError,
  field: FieldShape,
  canonical: JsonObject,
  problems: ArgumentProblems,
  concealment: Concealment,
  path: string,
  concealed: boolean,
): void {
  const value = Object.hasOwn(canonical, field.key) ? canonical[field.key] : undefined;
  // An initialiser isn't an argument, so it isn't for the caller to correct.
  if (value === undefined && field.hasInitialiser) return;
  for (const [rule, message] of Object.entries(error.constraints ?? {})) {
    const isNews = value === undefined || field.hasTransform || field.customRules.has(rule);
    if (!isNews || problems.touches(path)) continue;
    const words = concealed
      ? `a value that passes ${rule}`
      : boundMessage(message || `must pass ${rule}`, concealment);
    const expected = words.replace(/^(?:each value in )?\S+ must (?:be )?/, '');
    problems.add({
      issue: {
        path,
        rule: value === undefined ? 'required' : rule,
        expected,
        ...(concealed || value === undefined
          ? {}
          : { received: describeReceived(value, false, concealment) }),
      },
      ...(concealed ? {} : { message: words }),
    });
  }
  if (error.children !== undefined && value !== undefined) {
    addChildErrors(error.children, field.value, value, problems, concealment, path, concealed);
  }
}

function addChildErrors(
  errors: readonly ValidationError[],
  shape: ValueShape,
  value: JsonValue,
  problems: ArgumentProblems,
  concealment: Concealment,
  path: string,
  concealed: boolean,
): void {
  if (shape.dto !== undefined) {
    addErrors(errors, shape.dto, value as JsonObject, problems, concealment, path, concealed);
    return;
  }
  if (shape.items === undefined || !Array.isArray(value)) return;
  for (const { property, children } of errors) {
    const item = (value as readonly JsonValue[])[Number(property)];
    if (children === undefined || item === undefined || item === null) continue;
    const itemPath = joinIndex(path, Number(property));
    addChildErrors(children, shape.items, item, problems, concealment, itemPath, concealed);
  }
}
