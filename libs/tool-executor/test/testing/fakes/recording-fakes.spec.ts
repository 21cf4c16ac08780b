import { afterEach, describe, expect, it } from '@jest/globals';
import { ask, deny } from '../../../src/permission/tool-permission-guard.js';
import type { Fault } from '../../../src/testing/fakes/faults.js';
import { Recorder } from '../../../src/testing/fakes/recorder.js';
import { RecordingApprovalListener } from '../../../src/testing/fakes/recording-approval-listener.js';
import { RecordingJournal } from '../../../src/testing/fakes/recording-journal.js';
import { RecordingPermissionGuard } from '../../../src/testing/fakes/recording-permission-guard.js';
import { RecordingRunner } from '../../../src/testing/fakes/recording-runner.js';
import { RecordingTracer } from '../../../src/testing/fakes/recording-tracer.js';
import { toolHarness, type ToolHarness } from '../../../src/testing/harness/tool-harness.js';
import { assertLegalToolResult } from '../../../src/testing/results/assert-legal-tool-result.js';
import { GreetTool } from '../sample-tools.js';

const alice = { id: 'alice', tenant: 'acme', scopes: ['greet'] };
const TIMES = { permissionTimeoutMs: 1, journalTimeoutMs: 1, timeoutMs: 1, stopGraceMs: 0 };
const FAULTS: readonly Fault[] = [
  'throw',
  'reject',
  'hang',
  { answer: 'garbage' },
  { answer: undefined },
  { answer: null },
];

function setUp(decide = () => ask('somebody must look'), times = {}) {
  const recorder = new Recorder();
  const guard = new RecordingPermissionGuard({ recorder, decide });
  const tracer = new RecordingTracer({ recorder });
  const journal = new RecordingJournal({ recorder });
  const listener = new RecordingApprovalListener({ recorder });
  const runner = new RecordingRunner({ recorder });
  const approvals = { store: journal.approvals, listeners: [listener] };
  const options = { guards: [guard], tracers: [tracer], journal, approvals, ...times };
  const harness = toolHarness(GreetTool, { options, runner });
  made.push(harness);
  return { recorder, guard, tracer, journal, listener, runner, greet: harness.as(alice) };
}

const made: ToolHarness[] = [];
afterEach(() => Promise.all(made.splice(0).map((harness) => harness.close())));

describe('the recording fakes', () => {
  it('note the steps of a call that is asked about, approved and run, in one log', async () => {
    const { recorder, greet } = setUp();
    const asked = await greet.call({ name: 'Bob' });
    expect(recorder.steps).toEqual(['start', 'visible', 'decide', 'requested', 'refuse', 'end']);
    recorder.clear();
    await greet.approve(asked);
    expect(recorder.steps).toEqual([
      'decided',
      'start',
      'visible',
      'decide',
      'begin',
      'run',
      'finish',
      'end',
    ]);
  });

  it('note the steps of a call that is denied', async () => {
    const { recorder, greet } = setUp(() => deny('no'));
    await greet.call({ name: 'Bob' });
    expect(recorder.steps).toEqual(['start', 'visible', 'decide', 'refuse', 'end']);
  });

  it('keep what they were given', async () => {
    const { guard, tracer, journal, listener, runner, greet } = setUp();
    const result = await greet.approve(await greet.call({ name: 'Bob' }));
    const { callId } = result.metadata;
    expect(guard.looked).toEqual(['greet', 'greet']);
    expect(guard.decided.map(({ call, context }) => [call.args, context.principal?.id])).toEqual([
      [{ name: 'Bob' }, 'alice'],
      [{ name: 'Bob' }, 'alice'],
    ]);
    expect(listener.requests.map(({ id }) => id)).toEqual(listener.decisions.map(({ id }) => id));
    expect(journal.refused).toMatchObject([{ result: { metadata: { code: 'approval_required' } } }]);
    expect(journal.begun).toMatchObject([{ callId, arguments: { name: 'Bob' } }]);
    expect(journal.finished).toEqual([expect.objectContaining({ callId, result })]);
    expect(runner.runs).toMatchObject([{ args: { name: 'Bob' }, context: { callId } }]);
    expect(tracer.spans).toHaveLength(2);
    expect(tracer.spans[1]).toMatchObject({
      call: { callId },
      ends: [{ result, cause: undefined }],
      late: [],
    });
  });

  it('behave again when they are told to', async () => {
    const { guard, journal, runner, greet } = setUp(undefined, {});
    guard.misbehave('decide', 'throw').misbehave('isVisible', { answer: false });
    expect(await greet.call({ name: 'Bob' })).toMatchObject({ metadata: { code: 'unknown_tool' } });
    guard.behave('isVisible');
    expect(await greet.call({ name: 'Bob' })).toMatchObject({ metadata: { code: 'permission_denied' } });
    guard.behave().misbehave('decide', { answer: { decision: 'allow' } });
    journal.misbehave('begin', 'reject');
    expect(await greet.call({ name: 'Bob' })).toMatchObject({ metadata: { code: 'unavailable' } });
    journal.behave();
    runner.misbehave('run', 'reject');
    expect(await greet.call({ name: 'Bob' })).toMatchObject({ metadata: { code: 'tool_error' } });
    runner.behave();
    expect(await greet.call({ name: 'Bob' })).toMatchObject({ success: true });
  });

  const places = [
    ['guard', 'decide'],
    ['guard', 'isVisible'],
    ['tracer', 'start'],
    ['tracer', 'end'],
    ['tracer', 'activeTraceId'],
    ['journal', 'begin'],
    ['journal', 'finish'],
    ['journal', 'refuse'],
    ['listener', 'requested'],
    ['runner', 'run'],
  ] as const;
  // Any answer of a runner is an output, so there is no illegal one.
  const faultsOf = (fake: string) => FAULTS.filter((fault) => fake !== 'runner' || typeof fault === 'string');
  const cases = places.flatMap(([fake, method]) => faultsOf(fake).map((fault) => ({ fake, method, fault })));

  it.each(cases)(
    'leave the result legal when $fake.$method misbehaves: $fault',
    async ({ fake, method, fault }) => {
      const decide =
        method === 'requested' || method === 'refuse' ? undefined : () => ({ decision: 'allow' as const });
      const fakes = setUp(decide, TIMES);
      (fakes[fake] as { misbehave(at: string, how: Fault): unknown }).misbehave(method, fault);
      assertLegalToolResult(await fakes.greet.call({ name: 'Bob' }));
    },
  );
});
