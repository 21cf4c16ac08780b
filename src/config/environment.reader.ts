/** Reads variables and notes everything that is wrong with them. An empty variable counts as absent. */
export class EnvironmentReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  text(name: string): string | undefined;
  text(name: string, fallback: string): string;
  text(name: string, fallback?: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    this.refuse(name, `must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}`);
    return fallback;
  }

  oneOf<const T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const value = this.text(name, fallback);
    if (allowed.includes(value as T)) return value as T;
    this.refuse(name, `must be one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
    return fallback;
  }

  /** Values separated by commas; blanks around them don't count. */
  list(name: string): readonly string[] {
    return this.text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  refuse(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }
}
