import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freezeResult } from '../../../src/normalization/make-result.js';
import { sampleFailure, sampleSuccess } from '../../../src/testing/contracts/sample-result.js';
import { toolHarness, type ToolHarness } from '../../../src/testing/harness/tool-harness.js';
import { assertLegalToolResult } from '../../../src/testing/results/assert-legal-tool-result.js';
import { GreetTool } from '../sample-tools.js';

const success = freezeResult(sampleSuccess({ list: [1, { deep: null }] }));
const failure = freezeResult(
  sampleFailure('invalid_arguments', { issues: [{ path: '', rule: 'type', expected: 'an object' }] }),
);

/** A frozen copy with other fields; `metadata` is added to. */
function but(base: object, fields: Record<string, unknown>): unknown {
  const { metadata, ...others } = fields;
  const before = (base as { metadata: object }).metadata;
  const facts = metadata === null || typeof metadata !== 'object' ? metadata : { ...before, ...metadata };
  return freezeResult({ ...base, ...others, ...('metadata' in fields ? { metadata: facts } : {}) } as never);
}

function without(base: object, key: string): unknown {
  return Object.freeze(Object.fromEntries(Object.entries(base).filter(([other]) => other !== key)));
}

const cycle: unknown[] = [];
cycle.push(cycle);
Object.freeze(cycle);

const illegal: Record<string, unknown> = {
  'no object': 'text',
  null: null,
  'an array': Object.freeze([]),
  'no latency': without(success, 'latencyMs'),
  'a key too many': but(success, { extra: 1 }),
  'a success that is text': but(success, { success: 'true' }),
  'a success with an error': but(success, { error: 'but' }),
  'a success with a code': but(success, { metadata: { code: 'timeout' } }),
  'a success that was not executed': but(success, { metadata: { executed: false, isolation: null } }),
  'a failure with an output': but(failure, { output: 'but' }),
  'a failure without an error': but(failure, { error: null }),
  'a failure with a blank error': but(failure, { error: ' ' }),
  'an unknown code': but(failure, { metadata: { code: 'constructor' } }),
  'a failure that does not say whether it is retryable': but(failure, { metadata: { retryable: 'no' } }),
  'a retryable failure of a code that never is': but(failure, { metadata: { retryable: true } }),
  'a failure with content': but(failure, {
    metadata: { content: [{ type: 'text', mimeType: 'text/plain', text: 'x' }] },
  }),
  'a failure with attributes': but(failure, { metadata: { attributes: {} } }),
  'a failure that returns direct': but(failure, { metadata: { returnDirect: true } }),
  'content without a part': but(success, {
    metadata: { content: [{ type: 'text', mimeType: 'text/plain' }] },
  }),
  'content of an unknown type': but(success, {
    metadata: { content: [{ type: 'video', mimeType: 'video/mp4', uri: 'https://example.com' }] },
  }),
  'attributes that are a list': but(success, { metadata: { attributes: [] } }),
  'a negative latency': but(success, { latencyMs: -1 }),
  'a latency that is no number': but(success, { latencyMs: '1' }),
  'a latency that is NaN': but(success, { latencyMs: NaN }),
  'metadata that is null': but(success, { metadata: null }),
  'a call id that is no UUID of version 7': but(success, { metadata: { callId: 'call_1' } }),
  'a trace id in upper case': but(success, { metadata: { traceId: 'A'.repeat(32) } }),
  'an attempt of 0': but(success, { metadata: { attempt: 0 } }),
  'an isolation although nothing ran': but(failure, { metadata: { isolation: 'none' } }),
  'no isolation although something ran': but(failure, { metadata: { executed: true } }),
  'a known fact of another form': but(success, { metadata: { truncated: 'yes' } }),
  'an issue without a rule': but(failure, { metadata: { issues: [{ path: '' }] } }),
  'an output of undefined': but(success, { output: undefined }),
  'a fact of undefined': but(success, { metadata: { stdout: undefined } }),
  'a bigint': but(success, { output: [1n] }),
  'a function': but(success, { output: { run: () => 1 } }),
  'an infinite number': but(success, { output: Infinity }),
  'a negative zero': but(success, { output: [-0] }),
  'a date': but(success, { output: new Date(0) }),
  'a class instance': but(success, { output: new (class Sent {})() }),
  'a cycle': but(success, { output: cycle }),
  'a lone surrogate': but(success, { output: ['\ud800'] }),
  'a lone surrogate in a key': but(success, { output: { '\udc00': 1 } }),
  'a symbol as a key': but(success, { output: { [Symbol('key')]: 1 } }),
  'a getter': but(success, { output: Object.defineProperty({}, 'late', { get: () => 1, enumerable: true }) }),
  'a hidden property': but(success, { output: Object.defineProperty({}, 'hidden', { value: 1 }) }),
  'a hole in an array': but(success, { output: [1, , 3] }), // eslint-disable-line no-sparse-arrays
  'an array with a name': but(success, { output: Object.assign([1], { name: 'x' }) }),
  'a result that is not frozen': { ...success },
  'metadata that is not frozen': Object.freeze({ ...success, metadata: { ...success.metadata } }),
  'an output that is not frozen deep within': Object.freeze({
    ...success,
    output: Object.freeze([{ a: 1 }]),
  }),
};

describe('assertLegalToolResult()', () => {
  it('lets a success and a failure pass', () => {
    assertLegalToolResult(success);
    assertLegalToolResult(failure);
    assertLegalToolResult(but(success, { output: Object.assign(Object.create(null), { a: 1 }) }));
  });

  it.each(Object.entries(illegal))('refuses %s', (_, result) => {
    expect(() => assertLegalToolResult(result)).toThrow(/^not a legal ToolResult: result/);
  });

  it('accepts a value that is used twice and is no cycle', () => {
    const shared = { a: 1 };
    assertLegalToolResult(but(success, { output: [shared, { again: shared }] }));
  });

  describe('on what the executor gives', () => {
    let greet: ToolHarness;
    beforeAll(() => void (greet = toolHarness(GreetTool)));
    afterAll(() => greet.close());

    it('holds whatever a model sends', async () => {
      const args = fc.oneof(fc.anything(), fc.json(), fc.record({ name: fc.string({ unit: 'binary' }) }));
      await fc.assert(
        fc.asyncProperty(args, async (given) => assertLegalToolResult(await greet.call('greet', given))),
      );
    });
  });
});
