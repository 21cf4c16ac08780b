const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Whether text is an RFC 3339 date-time that exists: `2026-02-30` doesn't. A leap second doesn't
 * either, since no Date can hold it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export const isDateTimeText = (text: string): boolean => exists(DATE_TIME.exec(text));

/** Whether text is an ISO 8601 calendar date that exists, such as `2026-01-02`. */
export const isDateText = (text: string): boolean => exists(DATE.exec(text));

function exists(parts: RegExpExecArray | null): boolean {
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
