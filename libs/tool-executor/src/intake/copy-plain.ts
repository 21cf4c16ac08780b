import type { JsonValue } from '../tool/tool-result.js';
import { checkKey, checkSize, tooManyNodes, type IntakeBudget } from './check-parsed.js';
import type { IntakeLimits } from './intake-limits.js';
import { count, isProblem, problem, type IntakeProblem } from './intake-problem.js';
import { describeForeign } from './describe-foreign.js';

type Copied = { readonly value: JsonValue | undefined } | IntakeProblem;

/**
 * A fresh copy of plain JSON values; anything else is a problem that names its place. Each member
 * is read once, so that a getter or proxy can't show one thing here and another one later.
 *
 * @param ancestors the objects that hold `value`, for cycles
 */
export function copyPlain(
  value: unknown,
  depth: number,
  budget: IntakeBudget,
  limits: IntakeLimits,
  ancestors: object[],
): Copied {
  switch (typeof value) {
    case 'string':
      budget.chars += value.length;
      if (budget.chars > limits.maxBytes) return tooManyBytes(limits);
      return { value: value.isWellFormed() ? value : value.toWellFormed() };
    case 'boolean':
      return { value };
    case 'number':
      return Number.isFinite(value) ? { value } : notJson(value);
    case 'undefined':
      return { value: undefined };
    case 'object':
      return value === null ? { value } : copyObject(value, depth, budget, limits, ancestors);
    default:
      return notJson(value);
  }
}

export const tooManyBytes = (limits: IntakeLimits): IntakeProblem =>
  problem('too_large', `at most ${count(limits.maxBytes)} bytes`);

const notJson = (value: unknown): IntakeProblem =>
  problem('not_json', 'a JSON value', describeForeign(value));

function copyObject(
  value: object,
  depth: number,
  budget: IntakeBudget,
  limits: IntakeLimits,
  ancestors: object[],
): Copied {
  if (ancestors.includes(value)) return problem('cycle', 'no object that holds itself');
  let key: string | number | undefined;
  try {
    const isArray = Array.isArray(value);
    if (!isArray && !isPlain(value)) return notJson(value);
    const keys = isArray ? [] : Object.keys(value);
    const size = checkSize(depth, keys.length, limits);
    if (size !== undefined) return size;
    ancestors.push(value);
    const copy: JsonValue[] | Record<string, JsonValue> = isArray ? [] : {};
    const length = isArray ? value.length : keys.length;
    for (let index = 0; index < length; index++) {
      key = isArray ? index : keys[index]!;
      if (++budget.nodes > limits.maxNodes) return tooManyNodes(limits);
      if (!isArray) {
        budget.chars += (key as string).length;
        const wrongKey = checkKey(key as string);
        if (wrongKey !== undefined) return at(wrongKey, key);
      }
      const member = copyPlain(
        (value as Record<string | number, unknown>)[key],
        depth + 1,
        budget,
        limits,
        ancestors,
      );
      if (isProblem(member)) return at(member, key);
      if (member.value !== undefined) (copy as Record<string | number, JsonValue>)[key] = member.value;
      else if (isArray) return at(notJson(undefined), key);
    }
    ancestors.pop();
    return { value: copy };
  } catch {
    const unreadable = problem('not_json', 'a value that can be read');
    return key === undefined ? unreadable : at(unreadable, key);
  }
}

function at(found: IntakeProblem, key: string | number): IntakeProblem {
  found.segments.push(key);
  return found;
}

/** Also objects of another realm and those without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}
