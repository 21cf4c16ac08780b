import { TOOL_FAILURE_CODES } from '../../tool/tool-failure-code.js';
import type { ToolResult } from '../../tool/tool-result.js';
import { assertFrozenJson } from './assert-frozen-json.js';
import { OPTIONAL_METADATA, REQUIRED_METADATA, SUCCESS_METADATA } from './metadata-forms.js';
import { showValue } from './show-value.js';

const KEYS = ['error', 'latencyMs', 'metadata', 'output', 'success'];

/**
 * For property tests: whatever a model, a tool or a port does, `execute()` gives a legal result.
 *
 * @throws Error naming what is wrong, unless the value is a success or a failure in every respect of
 *   the contract: exactly one of the two, plain JSON, well-formed, and frozen all the way down
 * @publicApi
 */
export function assertLegalToolResult(value: unknown): asserts value is ToolResult {
  try {
    assertFrozenJson(value, 'result');
    requireThat(
      typeof value === 'object' && value !== null && !Array.isArray(value),
      'result is not an object',
    );
    const result = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(result).sort();
    requireThat(
      keys.join() === KEYS.join(),
      `result has the keys ${keys.join(', ')}, not ${KEYS.join(', ')}`,
    );
    const { success, latencyMs, metadata } = result;
    requireThat(typeof success === 'boolean', 'result.success is neither true nor false');
    requireThat(typeof latencyMs === 'number' && latencyMs >= 0, 'result.latencyMs is not a number from 0');
    requireThat(
      typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata),
      'result.metadata is not an object',
    );
    const facts = metadata as Readonly<Record<string, unknown>>;
    requireMetadata(facts);
    if (success) requireSuccess(result, facts);
    else requireFailure(result, facts);
  } catch (error) {
    throw new Error(`not a legal ToolResult: ${(error as Error).message}\n${showValue(value)}`, {
      cause: error,
    });
  }
}

function requireMetadata(facts: Readonly<Record<string, unknown>>): void {
  for (const [key, [expected, holds]] of Object.entries(REQUIRED_METADATA)) {
    requireThat(Object.hasOwn(facts, key) && holds(facts[key]), `result.metadata.${key} is not ${expected}`);
  }
  for (const [key, [expected, holds]] of Object.entries(OPTIONAL_METADATA)) {
    if (Object.hasOwn(facts, key))
      requireThat(holds(facts[key]), `result.metadata.${key} is not ${expected}`);
  }
  requireThat(
    facts.executed === (facts.isolation !== null),
    'result.metadata.isolation does not go with result.metadata.executed',
  );
}

function requireSuccess(
  { error }: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
): void {
  requireThat(error === null, 'result.error of a success is not null');
  requireThat(facts.executed === true, 'result.metadata.executed of a success is not true');
  for (const key of ['code', 'retryable']) {
    requireThat(!Object.hasOwn(facts, key), `result.metadata.${key} is there, on a success`);
  }
}

function requireFailure(
  { error, output }: Readonly<Record<string, unknown>>,
  { code, retryable, ...facts }: Readonly<Record<string, unknown>>,
): void {
  for (const key of SUCCESS_METADATA) {
    requireThat(!Object.hasOwn(facts, key), `result.metadata.${key} is there, on a failure`);
  }
  requireThat(output === null, 'result.output of a failure is not null');
  requireThat(typeof error === 'string' && error.trim() !== '', 'result.error of a failure is not a text');
  requireThat(
    typeof code === 'string' && Object.hasOwn(TOOL_FAILURE_CODES, code),
    `result.metadata.code ${showValue(code)} is not a known code`,
  );
  requireThat(typeof retryable === 'boolean', 'result.metadata.retryable is neither true nor false');
  const rule = TOOL_FAILURE_CODES[code as keyof typeof TOOL_FAILURE_CODES].retryable;
  requireThat(
    !(retryable && rule === 'no'),
    `result.metadata.retryable is true, and ${code as string} never is`,
  );
}

function requireThat(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem);
}
