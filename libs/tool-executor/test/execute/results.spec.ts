import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { of } from 'rxjs';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

const MAX_CHARS = 1_000;

@Injectable()
class Tools {
  ran = 0;
  gives: () => unknown = () => undefined;

  @Tool({ description: 'Gives what the test says' })
  give(): unknown {
    this.ran += 1;
    return this.gives();
  }

  @Tool({
    description: 'Gives what it declares, or not',
    outputSchema: { type: 'array', items: { type: 'integer' } },
  })
  giveIntegers(): unknown {
    this.ran += 1;
    return this.gives();
  }
}

describe('what a tool gives, through execute()', () => {
  let booted: Booted;
  let tools: Tools;

  beforeAll(async () => {
    booted = await boot([Tools], { maxOutputChars: MAX_CHARS });
    tools = booted.app.get(Tools);
  });
  afterAll(() => booted.app.close());

  const given = (gives: () => unknown, name = 'give'): Promise<ToolResult> => {
    tools.ran = 0;
    tools.gives = gives;
    return booted.executor.execute({ name });
  };

  it.each<[string, () => unknown, unknown]>([
    ['nothing', () => undefined, null],
    ['a promise of nothing', async () => {}, null],
    ['null', () => null, null],
    ['an empty text', () => '', ''],
    ['0', () => 0, 0],
    ['false', () => false, false],
    ['an empty list', () => [], []],
    ['what looks like an error', () => 'Error: all is well', 'Error: all is well'],
    ['what looks like a failure', () => ({ success: false, error: 'no' }), { success: false, error: 'no' }],
    ['an isError of its own', () => ({ isError: true }), { isError: true }],
    ['an Observable', () => of(1, 2), 2],
    ['a whole number beyond 2^53', () => ({ n: 9007199254740993n }), { n: '9007199254740993' }],
  ])('takes %s for a success', async (_what, gives, output) => {
    const result = await given(gives);
    expect(result).toMatchObject({
      success: true,
      error: null,
      metadata: { executed: true, isolation: 'none' },
    });
    expect(result.output).toEqual(output);
    expect(result.metadata).not.toHaveProperty('code');
  });

  it('gives null for a number that JSON cannot hold, and says so', async () => {
    const result = await given(() => ({ mean: Number.NaN }));
    expect(result).toMatchObject({
      success: true,
      output: { mean: null },
      metadata: { notes: ['mean: NaN became null'] },
    });
  });

  it('replaces a cycle, and keeps both copies of a value that is shared', async () => {
    const cycle: Record<string, unknown> = { a: 1 };
    cycle['self'] = cycle;
    const shared = { x: 1 };
    expect((await given(() => cycle)).output).toEqual({ a: 1, self: '[circular]' });
    expect((await given(() => ({ l: shared, r: shared }))).output).toEqual({ l: { x: 1 }, r: { x: 1 } });
  });

  it('loses no collection, error, date or bytes on the way to JSON', async () => {
    const { output } = await given(() => ({
      m: new Map([['k', 1]]),
      s: new Set([1, 2]),
      r: /x/g,
      e: new Error('boom'),
      n: 10n,
      d: new Date(0),
      b: Buffer.from('hi'),
    }));
    expect(output).toEqual({
      m: { k: 1 },
      s: [1, 2],
      r: '/x/g',
      e: { name: 'Error', message: 'boom' },
      n: '10',
      d: '1970-01-01T00:00:00.000Z',
      b: { type: 'Buffer', base64: 'aGk=', bytes: 2 },
    });
  });

  it('gives a copy: what the tool does to its value later changes no result', async () => {
    const value = { list: [1] };
    const result = await given(() => value);
    value.list.push(2);
    expect(result.output).toEqual({ list: [1] });
    expect(() => (result.output as { list: number[] }).list.push(3)).toThrow(TypeError);
  });

  it('keeps head and tail of a long text around one marker, and tells its size', async () => {
    const text = `${Array.from({ length: 100_000 }, (_, at) => at).join('\n')}\nFAIL: last`;
    const result = await given(() => text);
    expect(result.metadata).toMatchObject({ truncated: true, originalSize: text.length });
    expect(result.output).toMatch(/^0\n1\n2\n[^]*\n\[truncated\]\n[^]*\nFAIL: last$/);
    expect((result.output as string).length).toBe(MAX_CHARS);
  });

  it.each([MAX_CHARS, MAX_CHARS + 1])(
    'cuts beyond the limit and not at it: %i characters',
    async (length) => {
      const result = await given(() => 'x'.repeat(length));
      expect(result.metadata.truncated ?? false).toBe(length > MAX_CHARS);
      expect((result.output as string).includes('[truncated]')).toBe(length > MAX_CHARS);
    },
  );

  it.each([0, 1, 2, 3])('splits no emoji at either cut, behind %i letters', async (letters) => {
    const result = await given(() => 'a'.repeat(letters) + '\u{1F600}'.repeat(5_000));
    expect(JSON.stringify(result).isWellFormed()).toBe(true);
    expect(result.output).not.toContain('\ufffd');
  });

  it('marks a structure that is too long as cut: half of it never passes for the whole', async () => {
    const result = await given(() => Array.from({ length: 5_000 }, (_, id) => ({ id })));
    expect(result).toMatchObject({ success: true, metadata: { truncated: true } });
    expect(result.output).toMatch(/^\[cut: JSON of \d+ characters, shown as text\]\n\[\{"id":0\}/);
  });

  it.each([
    ['is not what the tool declares', () => ['x'], /^the tool ran, but its output is not what it declares/],
    [
      'is too long for what it declares',
      () => Array.from({ length: 5_000 }, (_, id) => id),
      /^the tool ran, but its output has \d+ characters/,
    ],
  ])('fails an output that %s, without hiding that the tool has run', async (_how, gives, text) => {
    const result = await given(gives, 'give_integers');
    expect(result).toMatchObject({
      success: false,
      output: null,
      error: expect.stringMatching(text),
      metadata: { code: 'invalid_output', executed: true, retryable: false },
    });
    expect(tools.ran).toBe(1);
  });

  it('lets the exit code of a process decide, and not what is on stderr', async () => {
    const ok = new ProcessOutput({ stdout: 'ok\n', stderr: '50%\n', exitCode: 0 });
    expect(await given(() => ok)).toMatchObject({
      success: true,
      output: 'ok',
      error: null,
      metadata: { stderr: '50%' },
    });
    const failed = new ProcessOutput({ stdout: 'half\n', stderr: 'no such file\n', exitCode: 2 });
    expect(await given(() => failed)).toMatchObject({
      success: false,
      output: null,
      error: 'exit code 2\nno such file',
      metadata: { code: 'tool_error', exitCode: 2, stdout: 'half', stderr: 'no such file', executed: true },
    });
  });

  it('fails a process that a signal ended, and names the signal', async () => {
    const killed = new ProcessOutput({ stdout: 'before\n', stderr: '', exitCode: null, signal: 'SIGKILL' });
    expect(await given(() => killed)).toMatchObject({
      success: false,
      error: expect.stringContaining('SIGKILL'),
      metadata: { exitCode: null, signal: 'SIGKILL', stdout: 'before' },
    });
  });

  it('freezes the result all the way down', async () => {
    const result = await given(() => ({ a: { b: [1] } }));
    const parts = [result, result.metadata, result.output, (result.output as { a: object }).a];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
  });
});
