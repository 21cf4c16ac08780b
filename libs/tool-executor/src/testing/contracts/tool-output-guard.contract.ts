import assert from 'node:assert/strict';
import { freezeJson } from '../../tool/freeze-json.js';
import type { OutputCompanions, ToolOutputGuard } from '../../tool/tool-output-guard.js';
import type { JsonValue } from '../../tool/tool-result.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { sampleExecutedCall } from './sample-executed-call.js';

/** @publicApi */
export interface ToolOutputGuardContractOptions extends ContractOptions<ToolOutputGuard> {
  /** More outputs to judge. */
  readonly values?: readonly JsonValue[];
  /** Outputs that must not leave as they are, such as one with personal data. */
  readonly stopped?: readonly JsonValue[];
  /** More contexts to judge them in. */
  readonly contexts?: readonly ToolExecutionContext[];
}

/**
 * What every ToolOutputGuard has to keep, whatever it stops.
 *
 * @publicApi
 */
export function toolOutputGuardContract(
  make: MakeSubject<ToolOutputGuard>,
  { values = [], stopped = [], contexts = [], ...options }: ToolOutputGuardContractOptions = {},
): ContractCase[] {
  const questions = [...VALUES, ...values, ...stopped].flatMap((value) =>
    [...CONTEXTS, ...contexts].flatMap((context) =>
      COMPANIONS.map((companions): Question => ({ value, context, companions })),
    ),
  );
  return casesOf(rulesFor(questions, stopped), make, options);
}

interface Question {
  readonly value: JsonValue;
  readonly context: ToolExecutionContext;
  readonly companions: OutputCompanions;
}

const VALUES: readonly JsonValue[] = [
  null,
  false,
  0,
  '',
  'text',
  [],
  {},
  [1, [2, { three: 'four' }]],
  { constructor: 'x', nested: { list: [null, 'bob@example.com'] } },
];
const CONTEXTS: readonly ToolExecutionContext[] = [{}, { principal: { id: 'alice', tenant: 'acme' } }];
const COMPANIONS: readonly OutputCompanions[] = [
  {},
  {
    content: [{ type: 'image', mimeType: 'image/png', data: 'aGk=' }],
    attributes: { row: 7 },
    stderr: 'deprecated',
  },
];

const judge = (guard: ToolOutputGuard, { value, context, companions }: Question): Promise<unknown> =>
  Promise.resolve(guard.check(sampleExecutedCall(context), freezeJson(value), freezeJson(companions)));

function rulesFor(questions: readonly Question[], stopped: readonly JsonValue[]): Rule<ToolOutputGuard>[] {
  return [
    [
      'says pass, replace or block, and why where it blocks',
      async (guard) => {
        for (const question of questions) requireLegal(await judge(guard, question));
      },
    ],
    [
      'lets nothing pass that it is there to stop',
      async (guard) => {
        for (const value of stopped) {
          const { verdict, value: given } = (await judge(guard, { value, context: {}, companions: {} })) as {
            verdict: string;
            value?: unknown;
          };
          assert.notEqual(verdict, 'pass');
          if (verdict === 'replace') assert.notDeepEqual(given, value);
        }
      },
    ],
    [
      'says the same of the same output again',
      async (guard) => {
        for (const question of questions)
          assert.deepEqual(await judge(guard, question), await judge(guard, question));
      },
    ],
    [
      'judges many outputs at once as it judges one',
      async (guard) => {
        const alone: unknown[] = [];
        for (const question of questions) alone.push(await judge(guard, question));
        assert.deepEqual(await Promise.all(questions.map((question) => judge(guard, question))), alone);
      },
    ],
    [
      'lets its own replacement pass, or gives it again',
      async (guard) => {
        for (const question of questions) {
          const { verdict, value } = (await judge(guard, question)) as {
            verdict: string;
            value?: JsonValue;
          };
          if (verdict !== 'replace') continue;
          const again = await judge(guard, { ...question, value: value ?? null, companions: {} });
          const { verdict: next, value: given } = again as { verdict: string; value?: unknown };
          assert.ok(next === 'pass' || next === 'replace', `it says ${next} of its own replacement`);
          if (next === 'replace') assert.deepEqual(given, value);
        }
      },
    ],
  ];
}

function requireLegal(answer: unknown): void {
  const { verdict, reason } = answer as { verdict?: unknown; reason?: unknown };
  assert.ok(
    verdict === 'pass' || verdict === 'replace' || verdict === 'block',
    `answered ${String(verdict)}`,
  );
  if (verdict === 'block')
    assert.ok(typeof reason === 'string' && reason.trim() !== '', 'blocks without a reason');
}
