import { joinSegments } from '../text/argument-path.js';
import type { ToolIssue } from '../tool/tool-issue.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';
import { copyPlain, tooManyBytes } from './copy-plain.js';
import { describeForeign } from './describe-foreign.js';
import type { IntakeLimits } from './intake-limits.js';
import { isProblem, problem, type IntakeProblem } from './intake-problem.js';
import { openJsonText } from './open-json-text.js';

/** What the intake gate says of the arguments of a call. */
export type OpenedArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly issue: ToolIssue; readonly error: string };

/**
 * The gate before any library sees the arguments of a call: they become a fresh plain object
 * within the limits, or an issue. Never throws.
 *
 * Absent, `null` and blank arguments are `{}`. JSON within a JSON string is unwrapped once, and
 * only if that gives an object. Text that is not well-formed Unicode gets U+FFFD where it isn't.
 *
 * @param raw an object, JSON text, or whatever a caller hands over
 */
export function openArguments(raw: unknown, limits: IntakeLimits): OpenedArguments {
  const opened = typeof raw === 'string' ? openText(raw, limits) : openObject(raw, limits);
  if (!isProblem(opened)) return { ok: true, value: opened.value };
  const { rule, expected, received } = opened;
  const path = joinSegments(opened.segments.toReversed());
  return {
    ok: false,
    issue: { path, rule, expected, ...(received === undefined ? {} : { received }) },
    error: describe(opened, path),
  };
}

type Opened = { readonly value: JsonObject } | IntakeProblem;

function openText(text: string, limits: IntakeLimits): Opened {
  // trim() copies; a text that starts with a brace is not blank.
  if (text.charCodeAt(0) !== 0x7b && text.length <= limits.maxBytes && text.trim() === '')
    return { value: {} };
  const outer = openJsonText(text, limits);
  if (isProblem(outer)) return outer;
  if (typeof outer.value !== 'string') return requireObject(outer.value);
  const inner = openJsonText(outer.value, limits);
  if (isProblem(inner)) return inner.rule === 'json' ? notAnObject(outer.value) : inner;
  return isObject(inner.value) ? { value: inner.value } : notAnObject(outer.value);
}

function openObject(raw: unknown, limits: IntakeLimits): Opened {
  if (raw === undefined || raw === null) return { value: {} };
  if (typeof raw !== 'object') return notAnObject(raw);
  const budget = { nodes: 1, chars: 0 };
  const copied = copyPlain(raw, 1, budget, limits, []);
  if (isProblem(copied)) {
    const isRoot = copied.segments.length === 0 && copied.received !== undefined;
    return isRoot ? notAnObject(raw) : copied;
  }
  const value = copied.value as JsonValue;
  if (
    budget.chars + budget.nodes * 4 > limits.maxBytes / 3 &&
    Buffer.byteLength(JSON.stringify(value)) > limits.maxBytes
  ) {
    return tooManyBytes(limits);
  }
  return requireObject(value);
}

const requireObject = (value: JsonValue): Opened => {
  if (value === null) return { value: {} };
  return isObject(value) ? { value } : notAnObject(value);
};

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notAnObject = (value: unknown): IntakeProblem =>
  problem('type', 'a JSON object', describeForeign(value));

function describe({ rule, expected, received }: IntakeProblem, path: string): string {
  const got = received === undefined ? '' : `, got ${received}`;
  switch (rule) {
    case 'json':
      return `arguments are not ${expected}. Send one complete JSON object.`;
    case 'forbidden_key':
      return `invalid arguments: the key \`${path}\` is not allowed`;
    case 'cycle':
      return `invalid arguments: ${path === '' ? 'the object' : `\`${path}\``} holds itself`;
    case 'too_large':
      return `invalid arguments: too large${path === '' ? '' : ` at \`${path}\``}, allowed are ${expected}`;
    default:
      return path === ''
        ? `arguments must be ${expected}${got}`
        : `invalid arguments: \`${path}\` must be ${expected}${got}`;
  }
}
