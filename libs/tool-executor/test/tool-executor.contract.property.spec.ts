import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TOOL_FAILURE_CODES } from '../src/tool/tool-failure-code.js';
import type { ToolResult } from '../src/tool/tool-result.js';
import { boot, type Booted } from './support/boot.js';
import { hostileValue, thrower, type Behaviour } from './support/hostile-values.js';
import {
  AnyTool,
  plan,
  PlannedGuard,
  PlannedJournal,
  PlannedStore,
  PlannedTracer,
  seen,
} from './support/planned-ports.js';

const MAX_OUTPUT_CHARS = 500;

const answers = <T>(usual: T): fc.Arbitrary<Behaviour> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant((() => usual) as Behaviour) },
    { weight: 1, arbitrary: thrower },
    {
      weight: 1,
      arbitrary: hostileValue,
    },
  );

/** Makers again: a call may be a value that can't be looked at. */
const make = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Behaviour> =>
  arbitrary.map((value) => () => value);
const forTool = (args: fc.Arbitrary<Behaviour>): fc.Arbitrary<Behaviour> =>
  args.map((makeArgs) => () => ({ id: 'c', name: 'any', arguments: makeArgs() }));

const toolCall = fc.oneof(
  {
    weight: 4,
    arbitrary: forTool(
      fc.constantFrom<Behaviour>(
        () => ({}),
        () => '{"text":"x"}',
      ),
    ),
  },
  { weight: 1, arbitrary: forTool(make(fc.oneof(fc.json(), fc.string(), fc.object()))) },
  { weight: 1, arbitrary: forTool(hostileValue) },
  {
    weight: 1,
    arbitrary: make(
      fc.record({
        id: fc.anything(),
        name: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('constructor', '__proto__', 'toString', ''),
        ),
        arguments: fc.anything(),
      }),
    ),
  },
  { weight: 1, arbitrary: hostileValue },
);

const text = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
const callContext = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Behaviour>(() => undefined) },
  {
    weight: 2,
    arbitrary: make(
      fc.record({
        traceId: fc.string(),
        approval: text,
        idempotencyKey: text,
        principal: fc.option(fc.record({ id: fc.string({ minLength: 1 }) }), { nil: undefined }),
        attempt: fc.option(fc.nat(), { nil: undefined }),
        deadline: fc.option(fc.double(), { nil: undefined }),
      }),
    ),
  },
  { weight: 1, arbitrary: hostileValue },
);

/** What a store may give back: the right shape with the wrong content. */
const oddAnswer: fc.Arbitrary<Behaviour> = fc
  .tuple(fc.constantFrom('replay', 'refused', 'inFlight', 'other'), hostileValue, hostileValue)
  .map(([status, one, other]): Behaviour => () => ({ status, result: one(), code: other(), reason: one() }));

const planned = fc.record({
  tool: fc.oneof(
    hostileValue,
    thrower,
    fc.anything().map(
      (value): Behaviour =>
        () =>
          value,
    ),
  ),
  guard: answers({ decision: 'allow' }).chain((usual) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.constant((() => ({ decision: 'ask', reason: 'why' })) as Behaviour) },
    ),
  ),
  visible: answers(true),
  begin: fc.oneof(
    { weight: 5, arbitrary: answers({ status: 'fresh' }) },
    { weight: 1, arbitrary: oddAnswer },
  ),
  finish: answers(undefined),
  refuse: answers(undefined),
  start: answers(undefined),
  end: answers(undefined),
  store: answers(undefined),
});

describe('the contract of execute()', () => {
  let booted: Booted;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(async () => {
    booted = await boot([AnyTool], {
      guards: [new PlannedGuard()],
      tracers: [new PlannedTracer()],
      journal: new PlannedJournal(),
      approvals: { store: new PlannedStore() },
      timeoutMs: 5,
      permissionTimeoutMs: 5,
      validationTimeoutMs: 5,
      journalTimeoutMs: 5,
      stopGraceMs: 1,
      maxOutputChars: MAX_OUTPUT_CHARS,
    });
    process.on('unhandledRejection', onUnhandled);
  });
  beforeEach(() => {
    seen.ran = 0;
  });
  afterAll(async () => {
    process.off('unhandledRejection', onUnhandled);
    await booted.app.close();
  });

  it('holds for any call, tool, guard, journal, store and tracer', async () => {
    await fc.assert(
      fc.asyncProperty(toolCall, callContext, planned, async (makeCall, makeContext, behaviours) => {
        const call = makeCall();
        const context = makeContext();
        Object.assign(plan, behaviours);
        seen.ran = 0;
        seen.spansEnded = 0;
        const before = snapshot(call);
        const result = await booted.executor.execute(call as never, context as never);
        assertLegal(result);
        expect(snapshot(call)).toBe(before);
        expect(seen.spansEnded).toBeLessThanOrEqual(1);
        if (!result.success && NOT_RUN.has(result.metadata.code) && !result.metadata.executed)
          expect(seen.ran).toBe(0);
        if (result.metadata.executed) expect(seen.ran).toBe(1);
      }),
      { numRuns: 3_000, endOnFailure: false },
    );
    expect(unhandled).toEqual([]);
  }, 120_000);

  it('ends exactly one span for each call, whatever the tool does', async () => {
    await fc.assert(
      fc.asyncProperty(toolCall, planned, async (makeCall, behaviours) => {
        Object.assign(plan, { ...behaviours, start: () => undefined, end: () => undefined });
        seen.spansEnded = 0;
        await booted.executor.execute(makeCall() as never);
        expect(seen.spansEnded).toBe(1);
      }),
      { numRuns: 500 },
    );
  }, 60_000);
});

const NOT_RUN: ReadonlySet<string> = new Set([
  'unknown_tool',
  'invalid_arguments',
  'permission_denied',
  'approval_required',
  'approval_invalid',
  'unavailable',
]);

function assertLegal(result: ToolResult): void {
  expect(typeof result.success).toBe('boolean');
  expect(Number.isFinite(result.latencyMs) && result.latencyMs >= 0).toBe(true);
  expect(Object.isFrozen(result) && Object.isFrozen(result.metadata)).toBe(true);
  expect(Object.getPrototypeOf(result.metadata)).toBe(Object.prototype);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  expect(JSON.stringify(result).isWellFormed()).toBe(true);
  if (result.success) {
    expect(result.error).toBeNull();
    const size =
      typeof result.output === 'string' ? result.output.length : JSON.stringify(result.output).length;
    expect(size).toBeLessThanOrEqual(MAX_OUTPUT_CHARS);
  } else {
    expect(result.output).toBeNull();
    expect(result.error.trim()).not.toBe('');
    expect(result.error.length).toBeLessThanOrEqual(MAX_OUTPUT_CHARS);
    expect(Object.keys(TOOL_FAILURE_CODES)).toContain(result.metadata.code);
    expect(typeof result.metadata.retryable).toBe('boolean');
  }
}

/** What of a call can be compared before and after; hostile objects can't be looked at. */
function snapshot(call: unknown): string {
  try {
    return JSON.stringify(call) ?? 'undefined';
  } catch {
    return 'unreadable';
  }
}
