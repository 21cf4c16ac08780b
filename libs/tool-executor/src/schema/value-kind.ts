import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { enumValues } from './constraint-rules.js';
import type { ValueKind } from './dto-shape.js';

const STRING_RULES =
  'isString minLength maxLength isLength matches contains notContains isEmail isUrl isUuid isDateString isIso8601 isRFC3339 ' +
  'isAlpha isAlphanumeric isAscii isBase32 isBase58 isBase64 isBIC isBooleanString isBtcAddress isByteLength isCreditCard ' +
  'isCurrency isDataURI isDecimal isEAN isEthereumAddress IsFirebasePushId isFqdn isFullWidth isHalfWidth isHash isHexadecimal ' +
  'isHexColor isHSL isIBAN isIdentityCard isIp isIsbn isIsin isISO31661Alpha2 isISO31661Alpha3 isISO31661Numeric ' +
  'isISO4217CurrencyCode isISO6391 isISRC isISSN isJson isJwt isLatLong isLocale isLowercase isMacAddress isMagnetURI ' +
  'isMilitaryTime isMimeType isMobilePhone isMongoId isMultibyte isNumberString isOctal isPassportNumber isPhoneNumber isPort ' +
  'isPostalCode isRgbColor isSemVer isStrongPassword isSurrogatePair isTaxId isTimeZone isUppercase isVariableWidth';

/** What a decorator says about the kind of a value. The more exact kinds come first. */
const KINDS: readonly (readonly [ValueKind, ReadonlySet<string>])[] = [
  ['integer', new Set(['isInt'])],
  ['date', new Set(['isDate', 'minDate', 'maxDate'])],
  ['boolean', new Set(['isBoolean'])],
  ['number', new Set(['isNumber', 'min', 'max', 'isPositive', 'isNegative', 'isDivisibleBy'])],
  ['string', new Set(STRING_RULES.split(' '))],
  ['object', new Set(['isObject', 'isNotEmptyObject'])],
  [
    'array',
    new Set([
      'isArray',
      'arrayMinSize',
      'arrayMaxSize',
      'arrayNotEmpty',
      'arrayUnique',
      'arrayContains',
      'arrayNotContains',
    ]),
  ],
];

/** A kind, and the decorator that it was taken from. */
export interface FoundKind {
  readonly kind: ValueKind;
  readonly metadata: ValidationMetadata | undefined;
}

/** The kind that decorators give; failing that the values they list; failing that the type that the compiler left. */
export function kindOf(metadatas: readonly ValidationMetadata[], designType: unknown): FoundKind {
  const listing = metadatas.find(({ name }) => name === 'isEnum' || name === 'isIn' || name === 'equals');
  for (const [kind, names] of KINDS) {
    const metadata = metadatas.find(({ name }) => name !== undefined && names.has(name));
    if (metadata !== undefined) return { kind, metadata };
  }
  if (listing !== undefined) return { kind: kindOfValues(listedValues(listing)), metadata: listing };
  return { kind: kindOfType(designType), metadata: undefined };
}

function listedValues({ name, constraints }: ValidationMetadata): readonly unknown[] {
  if (name === 'isEnum') return enumValues(constraints[0] as object);
  return name === 'isIn' ? (constraints[0] as unknown[]) : constraints;
}

function kindOfValues(values: readonly unknown[]): ValueKind {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean') ? type : 'any';
}

/** A class whose fields aren't known counts as a free object. */
export function kindOfType(type: unknown): ValueKind {
  switch (type) {
    case String:
      return 'string';
    case Number:
      return 'number';
    case Boolean:
      return 'boolean';
    case Date:
      return 'date';
    case Array:
      return 'array';
    case Object:
    case undefined:
      return 'any';
    default:
      return 'object';
  }
}

const WORDS: Readonly<Record<ValueKind, readonly [one: string, many: string]>> = {
  string: ['a string', 'strings'],
  number: ['a number', 'numbers'],
  integer: ['an integer', 'integers'],
  boolean: ['true or false', 'booleans'],
  date: ['a date-time of RFC 3339 that exists, such as 2026-01-02T03:04:05Z', 'date-times of RFC 3339'],
  object: ['an object', 'objects'],
  dto: ['an object', 'objects'],
  array: ['an array', 'arrays'],
  any: ['any value', 'values'],
};

export const describeKind = (kind: ValueKind): string => WORDS[kind][0];
export const describeArrayOf = (kind: ValueKind): string =>
  kind === 'any' ? 'an array' : `an array of ${WORDS[kind][1]}`;
