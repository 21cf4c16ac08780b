import { LONGEST_TIMER_MS } from '../time/longest-timer.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { ToolOptions } from '../tool/tool-options.js';
import type { ToolEffects, ToolTraits } from '../tool/tool-traits.js';
import { copyProviderOptions } from './copy-provider-options.js';

/**
 * Fills in the traits that a tool left out, and refuses those that contradict one another.
 *
 * @throws ToolConfigurationError naming the tool
 */
export function resolveTraits(source: string, options: ToolOptions, defaultTimeoutMs: number): ToolTraits {
  const refuse = (problem: string): never => {
    throw new ToolConfigurationError(`${source}: ${problem}`);
  };
  for (const list of ['scopes', 'roles', 'tags'] as const) {
    const given: unknown = options[list] ?? [];
    if (!Array.isArray(given) || given.some((item) => typeof item !== 'string' || item === '')) {
      refuse(`\`${list}\` must be an array of non-empty text.`);
    }
  }
  requireOneOf('effects', options.effects, EFFECTS, refuse);
  requireOneOf('permission', options.permission, PERMISSIONS, refuse);
  requireOneOf('returnDirect', options.returnDirect, [true, false], refuse);
  const readOnly = options.readOnly ?? false;
  if (readOnly && options.destructive === true)
    refuse('a read-only tool cannot be destructive; drop one of the two.');
  if (readOnly && options.idempotent === false)
    refuse('a read-only tool is idempotent; drop `idempotent: false`.');
  if (readOnly && options.effects !== undefined && options.effects !== 'pure') {
    refuse(`a read-only tool has pure effects, not '${options.effects}'; drop \`effects\` or \`readOnly\`.`);
  }
  if (options.effects === 'pure' && options.destructive === true) {
    refuse("effects 'pure' and `destructive` contradict one another; drop one of the two.");
  }
  const idempotent = options.idempotent ?? readOnly;
  const effects: ToolEffects = options.effects ?? (readOnly ? 'pure' : idempotent ? 'idempotent' : 'unsafe');
  if (options.idempotent === true && effects === 'unsafe') {
    refuse("`idempotent` and effects 'unsafe' contradict one another; drop one of the two.");
  }
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0 || timeoutMs > LONGEST_TIMER_MS) {
    refuse(`timeoutMs must be milliseconds between 1 and ${LONGEST_TIMER_MS}, got ${timeoutMs}.`);
  }
  return Object.freeze({
    readOnly,
    destructive: options.destructive ?? (!readOnly && effects !== 'pure'),
    idempotent: idempotent || effects !== 'unsafe',
    openWorld: options.openWorld ?? false,
    scopes: Object.freeze([...(options.scopes ?? [])]),
    roles: Object.freeze([...(options.roles ?? [])]),
    permission: options.permission ?? 'guarded',
    isolation: options.isolation ?? 'none',
    timeoutMs,
    tags: Object.freeze([...(options.tags ?? [])]),
    effects,
    returnDirect: options.returnDirect ?? false,
    ...(options.providerOptions === undefined
      ? {}
      : { providerOptions: copyProviderOptions(source, options.providerOptions) }),
  });
}

const EFFECTS: readonly ToolEffects[] = ['pure', 'idempotent', 'unsafe'];
const PERMISSIONS: readonly ToolTraits['permission'][] = ['guarded', 'public'];

function requireOneOf<Value>(
  name: string,
  value: Value | undefined,
  allowed: readonly Value[],
  refuse: (problem: string) => never,
): void {
  if (value === undefined || allowed.includes(value)) return;
  refuse(
    `\`${name}\` must be ${allowed.map((each) => `'${String(each)}'`).join(' or ')}, got ${String(value)}.`,
  );
}
