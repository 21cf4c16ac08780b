import type { JsonObject } from '../tool/tool-result.js';

/** What a decorator means for text, in JSON Schema and as a check that says exactly the same. */
export interface MappedRule {
  readonly keywords: JsonObject;
  readonly expected: string;
  /** Left out where class-validator's own check already says the same. */
  readonly holds?: (value: never) => boolean;
  /** The schema counts in another way than class-validator, and the schema is what models see. */
  readonly replacesNative?: boolean;
}

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const URI = /^[a-z][a-z0-9+.-]*:(?:[\w!#$&-;=?@~[\]]|%[0-9a-f]{2})+$/i;
const DATE_STRING =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/;

/** JSON Schema counts code points; class-validator leaves out variation selectors. */
export function codePoints(text: string): number {
  let points = text.length;
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) points--;
  }
  return points;
}

export function lengthRule(min: unknown, max: unknown): MappedRule | undefined {
  const least = typeof min === 'number' && min > 0 ? Math.ceil(min) : undefined;
  const most = typeof max === 'number' ? Math.floor(max) : undefined;
  if (most !== undefined && (most < 0 || !Number.isFinite(most))) return undefined;
  if (least !== undefined && !Number.isFinite(least)) return undefined;
  const keywords = {
    ...(least === undefined ? {} : { minLength: least }),
    ...(most === undefined ? {} : { maxLength: most }),
  };
  const bounds =
    most === undefined
      ? `at least ${least ?? 0}`
      : least === undefined
        ? `at most ${most}`
        : `${least} to ${most}`;
  return {
    keywords,
    expected: `text of ${bounds} character${(most ?? least) === 1 ? '' : 's'}`,
    holds: (text: string) =>
      // A code point is one or two units, which decides most cases without counting.
      (least === undefined ||
        (text.length >= least && (text.length >= least * 2 || codePoints(text) >= least))) &&
      (most === undefined || text.length <= most || (text.length <= most * 2 && codePoints(text) <= most)),
    replacesNative: true,
  };
}

/** Flags can't be said in JSON Schema, whose patterns are Unicode: only what means the same there is exported. */
export function patternRule(pattern: unknown, modifiers: unknown): MappedRule | undefined {
  const regex =
    pattern instanceof RegExp ? pattern : new RegExp(String(pattern), modifiers as string | undefined);
  if (/[imsvy]/.test(regex.flags)) return undefined;
  try {
    const unicode = new RegExp(regex.source, 'u');
    return {
      keywords: { pattern: regex.source },
      expected: `text that matches ${regex.source}`,
      holds: (text: string) => unicode.test(text),
    };
  } catch {
    return undefined;
  }
}

export const formatRules = {
  email: (options?: Record<string, unknown>): MappedRule | undefined =>
    options?.['allow_display_name'] || options?.['require_display_name']
      ? undefined
      : {
          keywords: { format: 'email' },
          expected: 'an email address',
          holds: (text: string) => EMAIL.test(text),
        },
  url: (options?: Record<string, unknown>): MappedRule | undefined =>
    options?.['allow_protocol_relative_urls'] && !options['require_protocol']
      ? undefined
      : {
          keywords: { format: 'uri' },
          expected: 'a URL with its scheme, such as https://…',
          holds: (text: string) => URI.test(text),
        },
  uuid: (version: unknown): MappedRule | undefined => {
    const digits = version === undefined || version === null || version === 'all' ? '[1-8]' : String(version);
    if (!/^(\[1-8\]|[1-8])$/.test(digits)) return undefined;
    const special =
      digits === '[1-8]'
        ? '|00000000-0000-0000-0000-000000000000|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}'
        : '';
    const hex = '[0-9a-fA-F]';
    return {
      keywords: {
        format: 'uuid',
        pattern: `^(${hex}{8}-${hex}{4}-${digits}${hex}{3}-[89abAB]${hex}{3}-${hex}{12}${special})$`,
      },
      expected: digits === '[1-8]' ? 'a UUID' : `a UUID of version ${digits}`,
    };
  },
  dateString: (): MappedRule => ({
    keywords: { pattern: DATE_STRING.source },
    expected: 'a date or date-time of ISO 8601, such as 2026-01-02 or 2026-01-02T03:04:05Z',
    holds: (text: string) => DATE_STRING.test(text),
  }),
};
