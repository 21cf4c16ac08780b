import { describe, expect, it } from '@jest/globals';
import { sampleFailure, sampleSuccess } from '../../../src/testing/contracts/sample-result.js';
import { expectFailure } from '../../../src/testing/results/expect-failure.js';
import { expectSuccess } from '../../../src/testing/results/expect-success.js';
import {
  toolResultMatchers,
  type ToolResultMatchers,
} from '../../../src/testing/results/tool-result-matchers.js';

declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Matchers<R> extends ToolResultMatchers<R> {}
}

expect.extend(toolResultMatchers);

const success = sampleSuccess({ sent: [1, 2] });
const failure = sampleFailure('permission_denied');

describe('expectSuccess()', () => {
  it('gives the success', () => expect(expectSuccess(success)).toBe(success));

  it.each([failure, undefined, null, {}, 'text'])('throws and shows %j', (result) => {
    expect(() => expectSuccess(result as never)).toThrow(/expected the tool call to succeed, but got:\n./);
  });
});

describe('expectFailure()', () => {
  it('gives the failure, of any code or of the one asked for', () => {
    expect(expectFailure(failure)).toBe(failure);
    expect(expectFailure(failure, 'permission_denied')).toBe(failure);
  });

  it('throws and shows a failure of another code', () => {
    expect(() => expectFailure(failure, 'timeout')).toThrow(
      /to fail with timeout, but got:\n[^]*permission_denied/,
    );
  });

  it.each([success, undefined, null, {}, 'text'])('throws and shows %j', (result) => {
    expect(() => expectFailure(result as never)).toThrow(/expected the tool call to fail, but got:\n./);
  });
});

describe('toolResultMatchers', () => {
  it('tell a success, with any output or the one asked for', () => {
    expect(success).toBeToolSuccess();
    expect(success).toBeToolSuccess({ sent: [1, 2] });
    expect(success).not.toBeToolSuccess({ sent: [2, 1] });
    expect(success).not.toBeToolSuccess(undefined);
    expect(failure).not.toBeToolSuccess();
  });

  it('compare as the runner does, so that its own placeholders work', () => {
    expect(success).toBeToolSuccess({ sent: expect.arrayContaining([2]) } as never);
  });

  it('tell a failure, with any code or the one asked for', () => {
    expect(failure).toBeToolFailure();
    expect(failure).toBeToolFailure('permission_denied');
    expect(failure).not.toBeToolFailure('timeout');
    expect(success).not.toBeToolFailure();
  });

  it.each([undefined, null, {}, 'text', 1])('take %j for neither', (value) => {
    expect(value).not.toBeToolSuccess();
    expect(value).not.toBeToolFailure();
  });

  it('show the result where they fail', () => {
    expect(() => expect(failure).toBeToolSuccess()).toThrow(/to succeed, but got:\n[^]*permission_denied/);
    expect(() => expect(failure).not.toBeToolFailure()).toThrow(
      /not to fail, but got:\n[^]*permission_denied/,
    );
  });

  it('work without a runner', () => {
    expect(toolResultMatchers.toBeToolSuccess(success, { sent: [1, 2] }).pass).toBe(true);
    expect(toolResultMatchers.toBeToolSuccess(success, { sent: [] }).pass).toBe(false);
  });
});
