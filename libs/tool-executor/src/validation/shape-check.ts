import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { isDateTimeText } from '../schema/date-text.js';
import type { DtoShape, FieldShape, ValueRule, ValueShape } from '../schema/dto-shape.js';
import { joinIndex, joinKey } from '../text/argument-path.js';
import { nearestName } from '../text/nearest-name.js';
import { escapeControls } from '../text/escape-controls.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import { describeKeys, ownMessage } from './argument-messages.js';
import { ArgumentProblems } from './argument-problem.js';
import { coerceText } from './coerce-text.js';
import type { Concealment } from './concealment.js';
import { describeReceived } from './describe-received.js';

/** Where a value is. Paths are made into text only when something has to be said. */
interface Place {
  readonly parent: Place | undefined;
  readonly key: string | number;
  /** Nothing at or below may be quoted. */
  readonly concealed: boolean;
}

/**
 * Holds one call's arguments against the shape of their class and builds their canonical form.
 * Made for one call; `canonical` is complete only while there are no problems.
 */
export class ShapeCheck {
  readonly problems = new ArgumentProblems();
  readonly coerced: string[] = [];
  readonly stripped: string[] = [];

  constructor(
    private readonly coerce: boolean,
    private readonly strip: boolean,
    private readonly concealment: Concealment,
  ) {}

  checkDto(dto: DtoShape, input: JsonObject, place: Place | undefined): JsonObject {
    const canonical: Record<string, JsonValue> = {};
    let known = 0;
    for (const field of dto.fields) {
      const raw: unknown = input[field.key];
      // A key such as `toString` is inherited unless it is there, and JSON holds no functions.
      if (raw === undefined || typeof raw === 'function') {
        if (field.required) this.missing(field, placeOf(field, place), input);
        continue;
      }
      known++;
      const value = this.checkField(field, raw as JsonValue, input, place);
      if (value !== undefined) canonical[field.key] = value;
    }
    if (known !== Object.keys(input).length) this.checkUnknown(dto, input, place);
    return canonical;
  }

  private checkField(
    field: FieldShape,
    raw: JsonValue,
    input: JsonObject,
    parent: Place | undefined,
  ): JsonValue | undefined {
    const { value } = field;
    if (raw === null && !value.nullable) {
      if (field.required) this.missing(field, placeOf(field, parent), input, raw);
      return undefined;
    }
    return this.checkValue(
      value,
      raw,
      input,
      parent,
      field.key,
      field.sensitive || parent?.concealed === true,
    );
  }

  private checkValue(
    shape: ValueShape,
    raw: JsonValue,
    object: object,
    parent: Place | undefined,
    key: string | number,
    concealed: boolean,
  ): JsonValue | undefined {
    if (raw === null && shape.nullable && shape.kind !== 'any') return null;
    let value = raw;
    if (!isOfKind(shape, raw)) {
      const converted = this.coerce && typeof raw === 'string' ? coerceText(shape.kind, raw) : undefined;
      if (converted === undefined) {
        this.wrongKind(shape, raw, object, { parent, key, concealed });
        return undefined;
      }
      value = converted;
      this.coerced.push(pathOf({ parent, key, concealed }));
    }
    let holds = true;
    for (const rule of shape.rules) {
      if (rule.holds!(value)) continue;
      holds = false;
      this.broken(rule, raw, object, { parent, key, concealed });
    }
    if (shape.items !== undefined)
      return this.checkItems(shape.items, value as readonly JsonValue[], object, { parent, key, concealed });
    if (shape.dto !== undefined)
      return this.checkDto(shape.dto, value as JsonObject, { parent, key, concealed });
    return holds ? value : undefined;
  }

  private checkItems(
    shape: ValueShape,
    items: readonly JsonValue[],
    object: object,
    place: Place,
  ): JsonValue {
    const canonical: JsonValue[] = [];
    for (let index = 0; index < items.length; index++) {
      const concealed = place.concealed || this.isOptionValue(items, index);
      const item = this.checkValue(shape, items[index]!, object, place, index, concealed);
      canonical.push(item ?? null);
    }
    return canonical;
  }

  /** The arguments of a program: `['--token', 'S3C']`. */
  private isOptionValue(items: readonly JsonValue[], index: number): boolean {
    const option = items[index - 1];
    return typeof option === 'string' && option.startsWith('-') && this.concealment.isSecretName(option);
  }

  private checkUnknown(dto: DtoShape, input: JsonObject, place: Place | undefined): void {
    for (const key of Object.keys(input)) {
      if (dto.byKey.has(key)) continue;
      const path = joinKey(pathOf(place), key);
      if (this.strip) {
        this.stripped.push(path);
        continue;
      }
      const keys = [...dto.byKey.keys()];
      const suggestion = nearestName(key, keys);
      const validKeys = describeKeys(keys);
      const issue = {
        path,
        rule: 'unknown_key',
        expected: validKeys,
        ...(suggestion === undefined ? {} : { suggestion }),
      };
      this.problems.add({ issue, validKeys });
    }
  }

  private missing(field: FieldShape, place: Place, object: object, received?: null): void {
    const { expected, kindMetadata } = field.value;
    const message = this.wordsFor(kindMetadata, received, object, place);
    this.problems.add({
      issue: {
        path: pathOf(place),
        rule: 'required',
        expected: message ?? expected,
        ...(received === null ? { received: 'null' } : {}),
      },
      ...(message === undefined ? {} : { message }),
    });
  }

  private wrongKind(shape: ValueShape, raw: JsonValue, object: object, place: Place): void {
    // A number that isn't whole breaks class-validator's rule, not the kind of JSON.
    const rule = shape.kind === 'integer' && typeof raw === 'number' ? 'isInt' : 'type';
    this.report(
      rule,
      shape.expected,
      this.wordsFor(shape.kindMetadata, raw, object, place),
      shape,
      raw,
      place,
    );
  }

  private broken(rule: ValueRule, raw: JsonValue, object: object, place: Place): void {
    this.report(
      rule.name,
      rule.expected,
      this.wordsFor(rule.metadata, raw, object, place),
      undefined,
      raw,
      place,
      rule,
    );
  }

  private report(
    rule: string,
    expected: string,
    message: string | undefined,
    shape: ValueShape | undefined,
    raw: JsonValue,
    place: Place,
    broken?: ValueRule,
  ): void {
    // Text in place of a structure may hold a secret of a field inside it.
    const isStructure = shape?.kind === 'dto' || shape?.kind === 'object' || shape?.kind === 'array';
    const concealed = this.isConcealed(place);
    const suggestion = concealed || broken === undefined ? undefined : nearestListed(broken, raw);
    this.problems.add({
      issue: {
        path: pathOf(place),
        rule,
        expected: escapeControls(message ?? expected, 300),
        ...(concealed ? {} : { received: describeReceived(raw, isStructure, this.concealment) }),
        ...(suggestion === undefined ? {} : { suggestion }),
      },
      ...(message === undefined ? {} : { message }),
    });
  }

  private wordsFor(
    metadata: ValidationMetadata | undefined,
    value: JsonValue | undefined,
    object: object,
    place: Place,
  ): string | undefined {
    return ownMessage(metadata, value, object, this.isConcealed(place), this.concealment);
  }

  private isConcealed(place: Place): boolean {
    for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
      if (at.concealed || (typeof at.key === 'string' && this.concealment.isSecretName(at.key))) return true;
    }
    return false;
  }
}

const placeOf = (field: FieldShape, parent: Place | undefined): Place => ({
  parent,
  key: field.key,
  concealed: field.sensitive || parent?.concealed === true,
});

function pathOf(place: Place | undefined): string {
  if (place === undefined) return '';
  const parent = pathOf(place.parent);
  return typeof place.key === 'number' ? joinIndex(parent, place.key) : joinKey(parent, place.key);
}

function nearestListed(rule: ValueRule, raw: JsonValue): string | undefined {
  const listed = rule.keywords['enum'];
  if (typeof raw !== 'string' || !Array.isArray(listed)) return undefined;
  return nearestName(
    raw,
    listed.filter((value) => typeof value === 'string'),
  );
}

function isOfKind({ kind }: ValueShape, value: JsonValue): boolean {
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'integer':
      return Number.isInteger(value);
    case 'date':
      return typeof value === 'string' && isDateTimeText(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
    case 'dto':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'any':
      return true;
  }
}
