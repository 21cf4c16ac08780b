import { describe, expect, it } from '@jest/globals';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolOutputGuardContract } from '../../src/testing/contracts/tool-output-guard.contract.js';
import { RecordingOutputGuard } from '../../src/testing/fakes/recording-output-guard.js';
import type { ExecutedCall } from '../../src/tool/executed-call.js';
import {
  block,
  pass,
  replace,
  ToolOutputGuard,
  type ToolOutputVerdict,
} from '../../src/tool/tool-output-guard.js';
import type { JsonValue } from '../../src/tool/tool-result.js';

const MAIL = /[\w.]+@[\w.]+/g;

class MailFilter extends ToolOutputGuard {
  async check(_call: ExecutedCall, value: JsonValue): Promise<ToolOutputVerdict> {
    const text = JSON.stringify(value);
    const clean = text.replace(MAIL, '***');
    return clean === text ? pass() : replace(JSON.parse(clean));
  }
}
class TextOnly extends ToolOutputGuard {
  check(_call: ExecutedCall, value: JsonValue): ToolOutputVerdict {
    return typeof value === 'string' ? pass() : block('only text may leave');
  }
}

const stopped = [{ mail: 'alice@example.com' }];
describeContract(
  { describe, it },
  'RecordingOutputGuard',
  toolOutputGuardContract(() => new RecordingOutputGuard()),
);
describeContract(
  { describe, it },
  'a guard that replaces, later',
  toolOutputGuardContract(() => new MailFilter(), { stopped }),
);
describeContract(
  { describe, it },
  'a guard that blocks',
  toolOutputGuardContract(() => new TextOnly(), { stopped }),
);

describe('the contract of output guards', () => {
  const broken = async (check: (value: JsonValue) => unknown): Promise<string[]> => {
    const make = (): ToolOutputGuard => ({ check: (_: unknown, value: JsonValue) => check(value) }) as never;
    const failed: string[] = [];
    for (const { title, run } of toolOutputGuardContract(make, { stopped }))
      await run().catch(() => failed.push(title));
    return failed;
  };
  let calls = 0;

  it.each<[string, (value: JsonValue) => unknown, string]>([
    ['answers true', () => true, 'says pass, replace or block, and why where it blocks'],
    ['blocks without a reason', () => block(' '), 'says pass, replace or block, and why where it blocks'],
    ['lets everything pass', pass, 'lets nothing pass that it is there to stop'],
    [
      'changes its mind',
      () => (calls++ % 2 === 0 ? pass() : block('not now')),
      'says the same of the same output again',
    ],
    [
      'blocks its own replacement',
      (value) => (value === 'clean' ? block('no') : replace('clean')),
      'lets its own replacement pass, or gives it again',
    ],
  ])('catches one that %s', async (_what, check, rule) => {
    expect(await broken(check)).toContain(rule);
  });
});
