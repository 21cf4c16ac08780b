import { BadRequestException } from '@nestjs/common';

const MAX_NAMED_FIELDS = 10;
const MAX_NAME_CHARS = 64;

/**
 * Reads the fields of a request by hand and notes everything that is wrong. By hand, so that no
 * pipe of the application strips, converts or refuses what is meant for the executor.
 */
export class FieldReader {
  private readonly fields: Readonly<Record<string, unknown>>;

  /**
   * @param known every field there is; others are refused
   * @param problems where problems go; shared by the readers of one request
   * @param at what the fields are in, such as `calls[2]`; empty for the request itself
   */
  constructor(
    value: unknown,
    known: readonly string[],
    private readonly problems: string[],
    private readonly at = '',
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fields = {};
      problems.push(`${at === '' ? 'the body' : at} must be a JSON object with ${known.join(', ')}`);
      return;
    }
    this.fields = value as Record<string, unknown>;
    for (const name of Object.keys(value)
      .filter((field) => !known.includes(field))
      .slice(0, MAX_NAMED_FIELDS)) {
      problems.push(`${this.path(shortened(name))} is not a field; there are ${known.join(', ')}`);
    }
  }

  get(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  /** Text of `minChars` to `maxChars`, or nothing. */
  text(name: string, { minChars = 0, maxChars = Infinity } = {}): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.refuse(name, 'must be text');
    if (value.length < minChars || value.length > maxChars) {
      return this.refuse(name, `must have ${minChars} to ${maxChars} characters`);
    }
    return value;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.get(name);
    if (value === undefined || allowed.includes(value as T)) return value as T | undefined;
    return this.refuse(name, `must be one of ${allowed.join(', ')}`);
  }

  /** A whole number written in a query. */
  count(name: string, least: number, most: number): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    return count >= least && count <= most
      ? count
      : this.refuse(name, `must be a whole number from ${least} to ${most}`);
  }

  required<T>(name: string, value: T | undefined): T {
    if (this.get(name) === undefined) this.refuse(name, 'is missing');
    return value as T;
  }

  refuse(name: string, problem: string): undefined {
    this.problems.push(`${this.path(name)} ${problem}`);
  }

  private path(name: string): string {
    return this.at === '' ? name : `${this.at}.${name}`;
  }
}

/** @throws BadRequestException that lists every problem, in the form of Nest's ValidationPipe */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new BadRequestException([...problems]);
}

function shortened(name: string): string {
  return JSON.stringify(name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name);
}
