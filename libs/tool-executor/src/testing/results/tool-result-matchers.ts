import { isDeepStrictEqual } from 'node:util';
import type { ToolFailureCode } from '../../tool/tool-failure-code.js';
import type { JsonValue } from '../../tool/tool-result.js';
import { showValue } from './show-value.js';

/**
 * What the matchers add to `expect(…)`. For Vitest:
 *
 * ```ts
 * declare module 'vitest' {
 *   interface Matchers<T> extends ToolResultMatchers<T> {}
 * }
 * ```
 *
 * For Jest extend `Matchers<R>` of the module `expect` in the same way.
 *
 * @publicApi
 */
export interface ToolResultMatchers<Answer = void> {
  /** The result is a success, and has this output if one is given. */
  toBeToolSuccess(output?: JsonValue): Answer;
  /** The result is a failure, and has this code if one is given. */
  toBeToolFailure(code?: ToolFailureCode): Answer;
}

interface MatcherState {
  /** The runner's own comparison, which knows `expect.objectContaining()` and its like. */
  readonly equals?: (one: unknown, other: unknown) => boolean;
}

interface MatcherVerdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * For `expect.extend(toolResultMatchers)` of Jest and of Vitest.
 *
 * @publicApi
 */
export const toolResultMatchers = {
  toBeToolSuccess(this: unknown, result: unknown, ...expected: readonly unknown[]): MatcherVerdict {
    const { success, output } = readResult(result);
    const equals = (this as MatcherState | undefined)?.equals ?? isDeepStrictEqual;
    const pass = success === true && (expected.length === 0 || equals(output, expected[0]));
    const what = expected.length === 0 ? 'succeed' : `succeed with ${showValue(expected[0])}`;
    return verdict(pass, what, result);
  },

  toBeToolFailure(this: unknown, result: unknown, ...expected: readonly unknown[]): MatcherVerdict {
    const { success, metadata } = readResult(result);
    const [code] = expected;
    const found: unknown = success === false ? metadata?.code : undefined;
    const pass = success === false && (code === undefined || found === code);
    return verdict(pass, code === undefined ? 'fail' : `fail with ${String(code)}`, result);
  },
};

function readResult(result: unknown): { success?: unknown; output?: unknown; metadata?: { code?: unknown } } {
  return typeof result === 'object' && result !== null ? result : {};
}

function verdict(pass: boolean, what: string, result: unknown): MatcherVerdict {
  const not = pass ? 'not ' : '';
  return { pass, message: () => `expected the tool call ${not}to ${what}, but got:\n${showValue(result)}` };
}
