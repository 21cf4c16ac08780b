import { LONGEST_TIMER_MS } from './time/longest-timer.js';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';

/** Refuses a name that is no option: most often a typo that would be ignored in silence. */
export function requireKnown(prefix: string, given: object | undefined, known: readonly string[]): void {
  for (const name of Object.keys(given ?? {})) {
    if (!known.includes(name)) refuse(`${prefix}${name}`, 'is not an option', 'check the spelling');
  }
}

export function requireDuration(name: string, value: unknown, least: number, most = LONGEST_TIMER_MS): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most) {
    refuse(name, `is ${String(value)}`, `give milliseconds between ${least} and ${most}`);
  }
}

export function requireInteger(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    refuse(name, `is ${String(value)}`, `give a whole number of at least ${least}`);
  }
}

export function requireOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  const choices = allowed.map((each) => (typeof each === 'string' ? `'${each}'` : String(each)));
  refuse(
    name,
    `is ${typeof value === 'string' ? `'${value}'` : String(value)}`,
    `give ${choices.join(' or ')}`,
  );
}

/** `undefined` is left to the defaults. */
export function requireTexts(name: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string')))
    return;
  refuse(name, 'is not an array of text', 'give an array, also for a single one');
}

/** `undefined` is left to the defaults. */
export function requireArray(name: string, value: unknown): void {
  if (value !== undefined && !Array.isArray(value))
    refuse(name, 'is not an array', 'give an array, also for a single one');
}

/** @throws ToolConfigurationError always */
export function refuse(name: string, problem: string, remedy: string): never {
  throw new ToolConfigurationError(`ToolExecutorModule.forRoot(): \`${name}\` ${problem}; ${remedy}.`);
}
