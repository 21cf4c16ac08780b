import assert from 'node:assert/strict';
import type { ToolRunner } from '../../execution/tool-runner.js';
import type { ToolContext } from '../../tool/tool-context.js';
import type { ToolIsolation } from '../../tool/tool-result.js';
import { ToolStoppedError } from '../../tool/tool-stopped.error.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { sampleContext, sampleTool } from './sample-tool.js';

/** @publicApi */
export interface ToolRunnerContractOptions extends ContractOptions<ToolRunner> {
  /** The isolation whose tools are run. @default 'none' */
  readonly isolation?: ToolIsolation;
}

/**
 * What every ToolRunner that runs tools in this process has to keep. The tools under test are
 * functions here, so a runner that sends them elsewhere needs tests of its own.
 *
 * @publicApi
 */
export function toolRunnerContract(
  make: MakeSubject<ToolRunner>,
  options: ToolRunnerContractOptions = {},
): ContractCase[] {
  return casesOf(rulesFor(options.isolation ?? 'none'), make, options);
}

/** What came of a run: runners may throw, reject, return or resolve. */
async function outcomeOf(run: () => unknown): Promise<{ value?: unknown; error?: unknown }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

const noStart = (): void => {};

function rulesFor(isolation: ToolIsolation): readonly Rule<ToolRunner>[] {
  const tool = (execute: (args: object, context: ToolContext) => unknown) => sampleTool(isolation, execute);
  const context = sampleContext();
  return [
    [
      'supports the isolation whose tools it runs',
      (runner) => assert.equal(runner.supports(isolation), true),
    ],
    [
      'says of each isolation whether it supports it',
      (runner) => {
        for (const each of ['none', 'worker', 'process', 'sandbox'] as const) {
          assert.equal(typeof runner.supports(each), 'boolean', each);
        }
      },
    ],
    [
      'hands arguments and context to the tool, and gives what the tool returns',
      async (runner) => {
        const args = { to: 'bob' };
        const seen: unknown[] = [];
        const echo = tool((...given) => (seen.push(...given), given[0]));
        const { value } = await outcomeOf(() => runner.run({ tool: echo, args, context, start: noStart }));
        assert.deepEqual(value, args);
        assert.deepEqual(seen[0], args);
        const { callId, traceId, signal } = seen[1] as ToolContext;
        assert.deepEqual([callId, traceId, signal], [context.callId, context.traceId, context.signal]);
      },
    ],
    [
      'gives what a promise of the tool resolves to',
      async (runner) => {
        const later = tool(() => Promise.resolve({ sent: 1 }));
        assert.deepEqual(
          await outcomeOf(() => runner.run({ tool: later, args: {}, context, start: noStart })),
          {
            value: { sent: 1 },
          },
        );
      },
    ],
    [
      'calls start once, right before the code of the tool',
      async (runner) => {
        const steps: string[] = [];
        const noting = tool(() => steps.push('tool'));
        await outcomeOf(() =>
          runner.run({ tool: noting, args: {}, context, start: () => void steps.push('start') }),
        );
        assert.deepEqual(steps, ['start', 'tool']);
      },
    ],
    [
      'starts nothing when start throws, and passes that on',
      async (runner) => {
        let ran = false;
        const reason = new ToolStoppedError('cancelled', 'stopped meanwhile');
        const start = (): never => {
          throw reason;
        };
        const { error } = await outcomeOf(() =>
          runner.run({ tool: tool(() => (ran = true)), args: {}, context, start }),
        );
        assert.equal(ran, false);
        assert.equal(error, reason);
      },
    ],
    [
      'passes on what the tool throws or rejects with, as it is',
      async (runner) => {
        for (const cause of [new Error('no such mailbox'), 'text', undefined, null]) {
          const throwing = tool(() => {
            throw cause;
          });
          const rejecting = tool(() => Promise.reject(cause));
          for (const failing of [throwing, rejecting]) {
            const outcome = await outcomeOf(() =>
              runner.run({ tool: failing, args: {}, context, start: noStart }),
            );
            assert.ok('error' in outcome);
            assert.equal(outcome.error, cause);
          }
        }
      },
    ],
    [
      'lets the abort of the signal reach the tool, with its reason',
      async (runner) => {
        const controller = new AbortController();
        const reason = new ToolStoppedError('timeout', 'timed out');
        const waiting = tool(
          (_, { signal }) =>
            new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason))),
        );
        const run = runner.run({
          tool: waiting,
          args: {},
          context: sampleContext(controller.signal),
          start: noStart,
        });
        controller.abort(reason);
        assert.equal((await outcomeOf(() => run)).value, reason);
      },
    ],
    [
      'runs several calls at once, each with its own arguments',
      async (runner) => {
        const echo = tool(async (args) => args);
        const runs = [1, 2, 3].map(async (at) =>
          runner.run({ tool: echo, args: { at }, context, start: noStart }),
        );
        assert.deepEqual(await Promise.all(runs), [{ at: 1 }, { at: 2 }, { at: 3 }]);
      },
    ],
  ];
}
