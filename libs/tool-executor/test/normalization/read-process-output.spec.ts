import { describe, expect, it } from '@jest/globals';
import { readProcessOutput } from '../../src/normalization/read-process-output.js';
import { ProcessOutput, type ProcessOutputInit } from '../../src/tool/process-output.js';

const ESC = '\u001b';
const read = (init: Partial<ProcessOutputInit>, maxOutputChars = 1_000) =>
  readProcessOutput(new ProcessOutput({ stdout: '', stderr: '', exitCode: 0, ...init }), maxOutputChars);
const readJson = (init: Partial<ProcessOutputInit>, maxOutputChars = 1_000) =>
  read({ outputFormat: 'json', ...init }, maxOutputChars);

describe('readProcessOutput: success or failure', () => {
  it('succeeds with exit code 0 whatever is on stderr', () => {
    expect(read({ stdout: 'ok\n', stderr: '50%\n' })).toEqual({
      success: true,
      output: 'ok',
      metadata: { exitCode: 0, stderr: '50%' },
    });
  });

  it('fails with any other exit code, and says something even if the process said nothing', () => {
    expect(read({ exitCode: 3 })).toEqual({
      success: false,
      error: 'exit code 3',
      metadata: { exitCode: 3 },
    });
  });

  it('puts stderr behind the exit code', () => {
    expect(read({ exitCode: 2, stderr: 'grep: /nope: No such file\n', stdout: 'part\n' })).toEqual({
      success: false,
      error: 'exit code 2\ngrep: /nope: No such file',
      metadata: { exitCode: 2, stderr: 'grep: /nope: No such file', stdout: 'part' },
    });
  });

  it('puts stdout behind the exit code if stderr is empty', () => {
    expect(read({ exitCode: 1, stdout: '1 test failed\n', stderr: ' \n' })).toMatchObject({
      error: 'exit code 1\n1 test failed',
      metadata: { stdout: '1 test failed' },
    });
  });

  it('takes exit codes that are declared as answers for success', () => {
    expect(read({ exitCode: 1, okExitCodes: [0, 1] })).toEqual({
      success: true,
      output: '',
      metadata: { exitCode: 1 },
    });
    expect(read({ exitCode: 2, okExitCodes: [0, 1] }).success).toBe(false);
  });

  it.each(['SIGKILL', 'SIGTERM'])('fails by %s, names it and keeps what was printed before', (signal) => {
    const reading = read({ stdout: 'before\n', exitCode: null, signal, okExitCodes: [0, 137] });
    expect(reading).toEqual({
      success: false,
      error: `ended by signal ${signal}\nbefore`,
      metadata: { exitCode: null, signal, stdout: 'before' },
    });
  });

  it('fails without an exit code, even without a signal', () => {
    expect(read({ exitCode: null })).toMatchObject({ success: false, error: 'ended without an exit code' });
  });

  it('fails if the process was stopped, whatever its exit code', () => {
    expect(read({ stdout: 'x', stoppedBecause: 'printed more than 10 bytes' })).toMatchObject({
      success: false,
      error: 'stopped: printed more than 10 bytes\nx',
      metadata: { exitCode: 0, stdout: 'x' },
    });
  });
});

describe('readProcessOutput: text', () => {
  it.each([
    ['colours', `${ESC}[31mred${ESC}[0m\n`, 'red'],
    ['hyperlinks', `${ESC}]8;;http://x\u0007link${ESC}]8;;\u0007`, 'link'],
    ['overwritten progress', 'a\rb\rc\n', 'c'],
    ['a byte order mark', '\ufefftext\n', 'text'],
    ['the last line break, and no other', '\na\n\n', '\na\n'],
    ['a last Windows line break', 'a\r\nb\r\n', 'a\r\nb'],
  ])('is without %s', (_, stdout, output) => {
    expect(read({ stdout })).toMatchObject({ output });
    expect(read({ stderr: stdout, exitCode: 1 })).toMatchObject({ error: `exit code 1\n${output}` });
  });

  it('is cut after colours are removed, so that no sequence is cut', () => {
    const stdout = `${ESC}[31mx${ESC}[0m`.repeat(100);
    expect(read({ stdout }, 100)).toEqual({
      success: true,
      output: 'x'.repeat(100),
      metadata: { exitCode: 0 },
    });
  });

  it('keeps output, stdout, stderr and error within the limit, head and tail', () => {
    const long = `first\n${'line\n'.repeat(1_000)}FAIL: last\n`;
    const success = read({ stdout: long, stderr: long }, 200);
    const failure = read({ stdout: long, stderr: long, exitCode: 1 }, 200);
    const texts = [
      success.success && success.output,
      success.metadata.stderr,
      failure.metadata.stdout,
      failure.metadata.stderr,
      !failure.success && failure.error,
    ] as string[];
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(text).toMatch(/^(exit code 1\n)?first\n[^]*\[truncated\][^]*FAIL: last$/);
      expect(text.split('[truncated]')).toHaveLength(2);
    }
    expect(success.metadata).toMatchObject({ truncated: true, originalSize: long.length - 1 });
    expect(failure.metadata).toMatchObject({ truncated: true, originalSize: long.length - 1 });
  });

  it('prefers the limit of the output to that of the executor', () => {
    expect(read({ stdout: 'x'.repeat(50), maxOutputChars: 30 })).toMatchObject({
      metadata: { truncated: true },
    });
    expect(read({ stdout: 'x'.repeat(50), maxOutputChars: 60 }, 30)).toMatchObject({
      output: 'x'.repeat(50),
    });
  });

  it('tells the size of what was cut before, and cuts nothing twice', () => {
    const stdout = `${'a'.repeat(2_000)}\n[truncated]\n${'b'.repeat(1_999)}\n`;
    expect(read({ stdout, stdoutSize: 1_000_000, maxOutputChars: 4_013 })).toEqual({
      success: true,
      output: stdout,
      metadata: { exitCode: 0, truncated: true, originalSize: 1_000_000 },
    });
  });

  it('says what happened even under a tiny limit', () => {
    expect(read({ exitCode: 3, stderr: 'text' }, 11)).toMatchObject({ error: 'exit code 3' });
  });
});

describe('readProcessOutput: JSON', () => {
  it.each([
    ['as it is', '{"a":1}'],
    ['behind a byte order mark, with blanks', '\ufeff {"a":1}\r\n'],
    ['in colours', `${ESC}[32m{"a":1}${ESC}[0m\n`],
    ['with a warning on stderr', '{"a":1}', 'warn\n'],
  ])('parses a document %s', (_, stdout, stderr = '') => {
    const reading = readJson({ stdout, stderr });
    expect(reading).toMatchObject({ success: true, output: { a: 1 } });
    expect(reading.metadata.parseFailed).toBeUndefined();
    expect(reading.metadata.stderr).toBe(stderr === '' ? undefined : 'warn');
  });

  it.each([
    ['a banner', 'INFO start\n{"a":1}'],
    ['two documents', '{}\n{}'],
    ['NaN', 'NaN'],
    ['nothing', ''],
    ['a cut document', '{"a":'],
  ])('keeps the text of %s and says that it does not parse', (_, stdout) => {
    expect(readJson({ stdout: `${stdout}\n` })).toEqual({
      success: true,
      output: stdout,
      metadata: { exitCode: 0, parseFailed: true },
    });
  });

  it('keeps the parsed document of a failure in the details', () => {
    expect(readJson({ stdout: '{"error":"quota"}', exitCode: 1 })).toEqual({
      success: false,
      error: 'exit code 1\n{"error":"quota"}',
      metadata: { exitCode: 1, stdout: '{"error":"quota"}', details: { error: 'quota' } },
    });
  });

  it('pollutes no prototype', () => {
    const { output } = readJson({ stdout: '{"__proto__":{"admin":true},"a":{"__proto__":{"p":1}}}' }) as {
      output: object;
    };
    expect(output).toEqual({ a: {} });
    expect(Object.assign({}, output)).not.toHaveProperty('admin');
  });

  it('marks a document over the limit as cut', () => {
    const stdout = JSON.stringify(Array.from({ length: 200 }, (_, index) => index));
    const reading = readJson({ stdout }, 100);
    expect(reading).toMatchObject({
      success: true,
      metadata: { truncated: true, originalSize: stdout.length },
    });
    expect(reading.success && reading.output).toMatch(/^\[cut: JSON/);
  });

  it('counts the document and not the blanks between', () => {
    expect(readJson({ stdout: `{${' '.repeat(200)}"a":1}` }, 100)).toEqual({
      success: true,
      output: { a: 1 },
      metadata: { exitCode: 0 },
    });
  });
});
