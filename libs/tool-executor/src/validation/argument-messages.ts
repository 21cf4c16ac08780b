import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import { escapeControls } from '../text/escape-controls.js';
import type { JsonValue } from '../tool/tool-result.js';
import type { ArgumentProblem } from './argument-problem.js';
import type { Concealment } from './concealment.js';

const MAX_CHARS = 2_000;
const MAX_MESSAGE_CHARS = 300;
const MAX_KEYS_CHARS = 400;

/**
 * One text that tells a model what to correct, at most 2,000 characters:
 * ``invalid arguments: `path` is required (a string); unknown key `hours` (did you mean `hours_back`? valid keys: hours_back)``.
 */
export function describeProblems(problems: readonly ArgumentProblem[], more: number): string {
  let text = 'invalid arguments: ';
  let shown = 0;
  const listed = new Set<string>();
  for (const problem of problems) {
    const part = `${shown === 0 ? '' : '; '}${describeProblem(problem, listed)}`;
    if (text.length + part.length > MAX_CHARS - 20) break;
    text += part;
    shown++;
  }
  const left = problems.length - shown + more;
  return left === 0 ? text : `${text}; and ${left} more`;
}

function describeProblem({ issue, message, validKeys }: ArgumentProblem, listed: Set<string>): string {
  const { path, rule, expected, received, suggestion } = issue;
  const subject = path === '' ? 'arguments' : `\`${path}\``;
  if (message !== undefined) return `${subject}: ${message}`;
  if (rule === 'required')
    return `${subject} is required (${expected})${received === undefined ? '' : `, got ${received}`}`;
  const nearest = suggestion === undefined ? '' : `did you mean \`${suggestion}\`?`;
  if (rule === 'unknown_key') {
    const keys = validKeys === undefined || listed.has(validKeys) ? '' : validKeys;
    listed.add(keys);
    const notes = [nearest, keys].filter((note) => note !== '').join(' ');
    return `unknown key ${subject}${notes === '' ? '' : ` (${notes})`}`;
  }
  const got = received === undefined ? '' : `, got ${received}`;
  return `${subject} must be ${expected}${got}${nearest === '' ? '' : ` (${nearest})`}`;
}

/** `valid keys: a, b`. */
export function describeKeys(keys: readonly string[]): string {
  if (keys.length === 0) return 'there are no valid keys';
  return `valid keys: ${escapeControls(keys.join(', '), MAX_KEYS_CHARS)}`;
}

/**
 * The words that an application gave a decorator, with class-validator's tokens filled in.
 *
 * @param concealed a value that must not show: a message that may quote it isn't used
 */
export function ownMessage(
  metadata: ValidationMetadata | undefined,
  value: JsonValue | undefined,
  object: object,
  concealed: boolean,
  concealment: Concealment,
): string | undefined {
  // class-validator itself gives each @ValidateNested() a message.
  if (metadata === undefined || !metadata.message || metadata.type === 'nestedValidation') return undefined;
  const { message, constraints, propertyName: property, target } = metadata;
  if (concealed && (typeof message !== 'string' || message.includes('$value'))) return undefined;
  const targetName = typeof target === 'string' ? target : target.name;
  try {
    const text =
      typeof message === 'function' ? message({ value, constraints, property, targetName, object }) : message;
    const filled = String(text)
      .replaceAll(/\$constraint(\d+)/g, (_, number: string) => String(constraints?.[Number(number) - 1]))
      .replaceAll('$value', () => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
      .replaceAll('$property', () => property)
      .replaceAll('$target', () => targetName);
    return boundMessage(filled, concealment);
  } catch {
    return undefined;
  }
}

/** Masked before it is cut: a cut could leave half of a secret. */
export const boundMessage = (message: string, concealment: Concealment): string =>
  escapeControls(concealment.text(message), MAX_MESSAGE_CHARS);
