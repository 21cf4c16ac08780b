import assert from 'node:assert/strict';
import type {
  GuardedCall,
  ToolPermissionDecision,
  ToolPermissionGuard,
} from '../../permission/tool-permission-guard.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { sampleDefinition } from './sample-tool.js';

/** @publicApi */
export interface ToolPermissionGuardContractOptions extends ContractOptions<ToolPermissionGuard> {
  /** More tools to ask the guard about, such as those that it treats in its own way. */
  readonly tools?: readonly ToolDefinition[];
  /** More contexts to ask it with. */
  readonly contexts?: readonly ToolExecutionContext[];
}

/**
 * What every ToolPermissionGuard has to keep, whatever it decides.
 *
 * @publicApi
 */
export function toolPermissionGuardContract(
  make: MakeSubject<ToolPermissionGuard>,
  { tools = [], contexts = [], ...options }: ToolPermissionGuardContractOptions = {},
): ContractCase[] {
  return casesOf(rulesFor([...TOOLS, ...tools], [...CONTEXTS, ...contexts]), make, options);
}

const TOOLS: readonly ToolDefinition[] = [
  sampleDefinition('read_file', { readOnly: true, destructive: false, idempotent: true, effects: 'pure' }),
  sampleDefinition('send_mail'),
  sampleDefinition('pay', { scopes: ['money:send', 'money:read'], roles: ['clerk'], openWorld: true }),
  sampleDefinition('say_hello', { permission: 'public', destructive: false }),
  sampleDefinition('constructor'),
];

const CONTEXTS: readonly ToolExecutionContext[] = [
  {},
  { principal: { id: 'alice' } },
  { principal: { id: 'bob', tenant: 'acme', roles: ['clerk'], scopes: ['money:read'] } },
  { principal: { id: 'eve', tenant: 'acme', roles: ['clerk'], scopes: ['money:send', 'money:read'] } },
  {
    principal: { id: 'mallory', roles: ['__proto__'], scopes: ['constructor'] },
    conversationId: 'c1',
    attempt: 2,
  },
].map(freezeDeep);

const sampleArgs = (): Record<string, unknown> => ({ to: 'bob', copies: [1, { blind: true }] });

const callOf = (tool: ToolDefinition, args: unknown = sampleArgs()): GuardedCall => ({
  callId: '0190a6c2-7c00-7000-8000-000000000001',
  toolCallId: undefined,
  parentCallId: undefined,
  tool,
  args,
});

function rulesFor(
  tools: readonly ToolDefinition[],
  contexts: readonly ToolExecutionContext[],
): Rule<ToolPermissionGuard>[] {
  const questions = tools.flatMap((tool) => contexts.map((context) => ({ tool, context })));
  return [
    [
      'decides allow, deny or ask, and says why where it does not allow',
      async (guard) => {
        for (const { tool, context } of questions)
          requireLegal(await guard.decide(callOf(tool), context), tool.name);
      },
    ],
    [
      'decides the same question the same way again',
      async (guard) => {
        for (const { tool, context } of questions) {
          const first = await guard.decide(callOf(tool), context);
          const second = await guard.decide(callOf(tool), context);
          assert.equal(second.decision, first.decision, tool.name);
        }
      },
    ],
    [
      'changes neither the arguments nor the context',
      async (guard) => {
        for (const { tool, context } of questions) {
          const args = sampleArgs();
          const before = { ...context };
          await guard.decide(callOf(tool, args), context);
          assert.deepEqual(args, sampleArgs(), tool.name);
          assert.deepEqual({ ...context }, before, tool.name);
        }
      },
    ],
    [
      'says true or false to whether a tool is visible, and the same again',
      async (guard) => {
        for (const { tool, context } of questions) {
          const first: unknown = await guard.isVisible(tool, context);
          assert.equal(typeof first, 'boolean', tool.name);
          assert.equal(await guard.isVisible(tool, context), first, tool.name);
        }
      },
    ],
    [
      'decides many calls at once as it decides one',
      async (guard) => {
        const alone: unknown[] = [];
        for (const { tool, context } of questions)
          alone.push((await guard.decide(callOf(tool), context)).decision);
        const together = await Promise.all(
          questions.map(async ({ tool, context }) => (await guard.decide(callOf(tool), context)).decision),
        );
        assert.deepEqual(together, alone);
      },
    ],
  ];
}

function requireLegal(answer: ToolPermissionDecision, name: string): void {
  assert.ok(['allow', 'deny', 'ask'].includes(answer?.decision), `${name}: ${String(answer?.decision)}`);
  if (answer.decision === 'allow') return;
  assert.ok(
    typeof answer.reason === 'string' && answer.reason.trim() !== '',
    `${name}: ${answer.decision} without a reason`,
  );
}

function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  return Object.freeze(value);
}
