import type { IntakeLimits } from './intake-limits.js';
import { MAX_DEPTH_OF_ALL } from './intake-limits.js';
import { count, problem, type IntakeProblem } from './intake-problem.js';

/** What a walk has used up so far. */
export interface IntakeBudget {
  nodes: number;
  chars: number;
}

/** Keys that merge code downstream could take for the prototype. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function checkKey(key: string): IntakeProblem | undefined {
  if (FORBIDDEN_KEYS.has(key)) return problem('forbidden_key', 'no key that names a prototype');
  if (!key.isWellFormed()) return problem('not_json', 'a key of well-formed text');
  return undefined;
}

/** The depth limit comes first: it is what keeps the recursion of the walk bounded. */
export function checkSize(depth: number, keys: number, limits: IntakeLimits): IntakeProblem | undefined {
  const maxDepth = Math.min(limits.maxDepth, MAX_DEPTH_OF_ALL);
  if (depth > maxDepth)
    return problem('too_large', `at most ${count(maxDepth)} levels of objects and arrays`);
  if (keys > limits.maxKeys)
    return problem('too_large', `at most ${count(limits.maxKeys)} keys in one object`);
  return undefined;
}

export const tooManyNodes = (limits: IntakeLimits): IntakeProblem =>
  problem('too_large', `at most ${count(limits.maxNodes)} values in all`);

/**
 * Holds what `JSON.parse` gave against the limits, in place. Text that is not well-formed gets
 * U+FFFD, since neither UTF-8 nor a database can hold it.
 */
export function checkParsed(
  value: object,
  depth: number,
  budget: IntakeBudget,
  limits: IntakeLimits,
): IntakeProblem | undefined {
  if (Array.isArray(value)) {
    const size = checkSize(depth, 0, limits);
    if (size !== undefined) return size;
    for (let index = 0; index < value.length; index++) {
      const found = checkMember(value, index, depth, budget, limits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const size = checkSize(depth, 0, limits);
  if (size !== undefined) return size;
  let keys = 0;
  // Without a copy of the keys: JSON.parse makes plain objects, and for-in reads their members fastest.
  for (const key in value) {
    if (++keys > limits.maxKeys) return checkSize(depth, keys, limits);
    const found = checkKey(key) ?? checkMember(value as Record<string, unknown>, key, depth, budget, limits);
    if (found !== undefined) {
      if (found.segments.length === 0) found.segments.push(key);
      return found;
    }
  }
  return undefined;
}

function checkMember<Key extends string | number>(
  holder: Record<Key, unknown>,
  key: Key,
  depth: number,
  budget: IntakeBudget,
  limits: IntakeLimits,
): IntakeProblem | undefined {
  if (++budget.nodes > limits.maxNodes) return tooManyNodes(limits);
  const member = holder[key];
  if (typeof member === 'string') {
    if (!member.isWellFormed()) holder[key] = member.toWellFormed();
    return undefined;
  }
  if (typeof member !== 'object' || member === null) return undefined;
  const found = checkParsed(member, depth + 1, budget, limits);
  found?.segments.push(key);
  return found;
}
