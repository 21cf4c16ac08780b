/** Why a value is not let in. `segments` lead to it, from the innermost outwards. */
export interface IntakeProblem {
  readonly rule: 'json' | 'type' | 'forbidden_key' | 'rounded_number' | 'not_json' | 'cycle' | 'too_large';
  readonly expected: string;
  readonly segments: (string | number)[];
  readonly received?: string;
}

export function problem(rule: IntakeProblem['rule'], expected: string, received?: string): IntakeProblem {
  return received === undefined
    ? { rule, expected, segments: [] }
    : { rule, expected, segments: [], received };
}

export const count = (number: number): string => number.toLocaleString('en-US');

/** Values come wrapped as `{ value }`, so no key of theirs can look like a problem. */
export const isProblem = (opened: { readonly value: unknown } | IntakeProblem): opened is IntakeProblem =>
  'rule' in opened;
