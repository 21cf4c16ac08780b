import assert from 'node:assert/strict';
import type { ToolResult } from '../../tool/tool-result.js';
import type { ToolTracer, TracedCall } from '../../tracing/tool-tracer.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';
import { plainJson } from './plain-json.js';
import { sampleIntent } from './sample-intent.js';
import { readLater, sampleFailure, sampleSuccess } from './sample-result.js';
import { SAMPLE_CODES } from './sample-tool.js';

/**
 * What every ToolTracer has to keep.
 *
 * @publicApi
 */
export function toolTracerContract(
  make: MakeSubject<ToolTracer>,
  options?: ContractOptions<ToolTracer>,
): ContractCase[] {
  return casesOf(RULES, make, options);
}

function sampleCall(fields: Partial<TracedCall> = {}): TracedCall {
  const { callId, traceId, tenant, principalId, tool, attempt, startedAt, arguments: args } = sampleIntent();
  return Object.freeze({
    callId,
    traceId,
    tenant,
    principalId,
    tool,
    attempt,
    startedAt,
    arguments: args,
    parentCallId: undefined,
    toolCallId: undefined,
    conversationId: undefined,
    ...fields,
  });
}

const RESULTS: readonly ToolResult[] = [
  sampleSuccess(null),
  sampleSuccess({ nested: [1, 'two', { three: null }] }, { truncated: true, stdout: 'out', exitCode: 0 }),
  sampleSuccess('x'.repeat(100_000)),
  ...SAMPLE_CODES.map((code) => sampleFailure(code)),
  sampleFailure('approval_required', {
    approvalId: 'a1',
    issues: [{ path: 'to', rule: 'required', expected: 'text' }],
  }),
  sampleFailure('tool_error', { executed: true, isolation: 'process', recorded: false }),
];

const CAUSES: readonly unknown[] = [
  undefined,
  null,
  'text',
  Symbol('cause'),
  new Error('down', { cause: new Error('deeper') }),
  Object.create(null),
  { toString: (): never => assert.fail('must not be turned into text') },
];

const RULES: readonly Rule<ToolTracer>[] = [
  [
    'starts a span at once',
    (tracer) => {
      const span: unknown = tracer.start(sampleCall());
      assert.equal(typeof (span as { end?: unknown }).end, 'function');
      assert.equal(typeof (span as { then?: unknown }).then, 'undefined');
    },
  ],
  [
    'ends a span at once, with any result and any cause, and answers nothing',
    (tracer) => {
      for (const result of RESULTS) {
        for (const cause of CAUSES)
          assert.equal(tracer.start(sampleCall()).end(readLater(result), cause), undefined);
      }
    },
  ],
  [
    'ends a span whose call has neither principal nor arguments',
    (tracer) => {
      const anonymous = { tenant: undefined, principalId: undefined, tool: '', arguments: null };
      tracer.start(sampleCall(anonymous)).end(sampleFailure('unknown_tool'));
    },
  ],
  [
    'keeps spans that overlap apart, in whatever order they end',
    (tracer) => {
      const spans = [1, 2, 3].map(() => tracer.start(sampleCall()));
      for (const span of spans.toReversed()) span.end(sampleSuccess(null));
    },
  ],
  [
    'takes what comes late, after the end',
    (tracer) => {
      for (const outcome of [
        { value: 'late' },
        { error: new Error('late') },
        { value: undefined },
        { error: null },
      ]) {
        const span = tracer.start(sampleCall());
        span.end(sampleFailure('timeout', { executed: true, isolation: 'none', stopped: false }));
        assert.equal(span.late?.(outcome), undefined);
      }
    },
  ],
  [
    'leaves the result as it is',
    (tracer) => {
      const result = sampleSuccess({ list: [1] });
      const before = plainJson(result);
      tracer.start(sampleCall()).end(result);
      assert.deepEqual(plainJson(result), before);
    },
  ],
  [
    'knows a trace id of 32 lower-case hex digits, or none',
    (tracer) => assert.match(tracer.activeTraceId() ?? '0'.repeat(32), /^[0-9a-f]{32}$/),
  ],
];
