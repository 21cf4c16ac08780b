import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { RecordingJournal } from '../../src/testing/fakes/recording-journal.js';
import { assertLegalToolResult } from '../../src/testing/results/assert-legal-tool-result.js';
import { ProcessOutput } from '../../src/tool/process-output.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { toolOutput } from '../../src/tool/tool-output.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  gives: () => unknown = () => undefined;

  @Tool({ description: 'Gives what the test says', maxOutputChars: 1_000 })
  give(): unknown {
    return this.gives();
  }
}

const png = {
  type: 'image',
  mimeType: 'image/png',
  data: Buffer.from('S3CRET pixels').toString('base64'),
} as const;

describe('what a tool gives with toolOutput()', () => {
  let booted: Booted;
  const journal = new RecordingJournal();

  beforeAll(async () => {
    booted = await boot([Tools], { journal });
  });
  afterAll(() => booted.app.close());

  const given = async (gives: () => unknown, context?: ToolExecutionContext): Promise<ToolResult> => {
    booted.app.get(Tools).gives = gives;
    const result = await booted.executor.execute({ name: 'give' }, context);
    assertLegalToolResult(result);
    return result;
  };
  /** Read late, as records are. */
  const recorded = (): ToolResult['metadata'] => journal.finished.at(-1)!.result.metadata;

  it.each<[string, unknown, unknown]>([
    ['a value', { rows: 2n }, { rows: '2' }],
    ['nothing', undefined, null],
    ['a promise of it', Promise.resolve(toolOutput('x')), 'x'],
  ])('has the output that %s has alone', async (_what, value, output) => {
    const result = await given(() => (value instanceof Promise ? value : toolOutput(value)));
    expect(result).toMatchObject({ success: true, output });
    for (const key of ['content', 'attributes']) expect(result.metadata).not.toHaveProperty(key);
  });

  it('gives content and attributes to programs, and the output alone to the model', async () => {
    const result = await given(() =>
      toolOutput('the chart of May', {
        content: [png, { type: 'text', text: 'a\ud800b' }],
        attributes: { id: 7n, at: new Date(0), ratio: Number.NaN },
      }),
    );
    expect(result).toMatchObject({
      output: 'the chart of May',
      metadata: {
        content: [png, { type: 'text', mimeType: 'text/plain', text: 'a\ufffdb' }],
        attributes: { id: '7', at: '1970-01-01T00:00:00.000Z', ratio: null },
        notes: ['attributes: ratio: NaN became null'],
      },
    });
  });

  it('follows the process rules for a ProcessOutput within it', async () => {
    const run = (exitCode: number): unknown =>
      toolOutput(new ProcessOutput({ stdout: '{"a":1}', stderr: 'hm', exitCode, outputFormat: 'json' }), {
        attributes: { pid: 1 },
      });
    expect(await given(() => run(0))).toMatchObject({
      output: { a: 1 },
      metadata: { exitCode: 0, stderr: 'hm', attributes: { pid: 1 } },
    });
    const failed = await given(() => run(3));
    expect(failed).toMatchObject({ success: false, metadata: { code: 'tool_error', exitCode: 3 } });
    expect(failed.metadata).not.toHaveProperty('attributes');
  });

  it('is told by its brand, also where another copy of the package has made it', async () => {
    const foreign = Object.defineProperty(
      { value: 'x', attributes: { id: 7 } },
      Symbol.for('nestjs-tool-executor.ToolOutput'),
      {
        value: true,
      },
    );
    expect(await given(() => foreign)).toMatchObject({ output: 'x', metadata: { attributes: { id: 7 } } });
    expect(await given(() => ({ value: 'x', attributes: { id: 7 } }))).toMatchObject({
      output: { value: 'x', attributes: { id: 7 } },
    });
  });

  it('copies: what the tool does to it later changes no result', async () => {
    const attributes = { list: [1] };
    const block = { ...png, name: 'may.png' };
    const result = await given(() => toolOutput(null, { attributes, content: [block] }));
    attributes.list.push(2);
    block.name = 'june.png';
    expect(result.metadata).toMatchObject({ attributes: { list: [1] }, content: [{ name: 'may.png' }] });
  });

  it('masks secrets of attributes and texts in records, and leaves bytes out of them', async () => {
    const init = {
      content: [png, { type: 'text', text: 'password=S3CRET' }],
      attributes: { id: 7, token: 'S3CRET' },
    } as const;
    const result = await given(() => toolOutput('x', init));
    expect(result.metadata).toMatchObject({ content: [png, {}], attributes: init.attributes });
    for (const metadata of [recorded(), booted.tracer.last.ends[0]!.result.metadata]) {
      expect(metadata).toMatchObject({
        content: [{ type: 'image', mimeType: 'image/png', bytes: 13 }, { type: 'text' }],
        attributes: { id: 7, token: '***' },
      });
      expect(JSON.stringify(metadata)).not.toMatch(/S3CRET|UzNDUkVU/);
    }
  });

  it('replays its content without the bytes, and says how many there were', async () => {
    const context = { idempotencyKey: 'chart' };
    await given(() => toolOutput('x', { content: [png] }), context);
    const replayed = await given(() => 'y', context);
    expect(replayed.metadata).toMatchObject({
      replayed: true,
      content: [{ type: 'image', mimeType: 'image/png', bytes: 13 }],
    });
    expect(replayed.metadata.content![0]).not.toHaveProperty('data');
  });

  it.each<[string, () => unknown, string]>([
    [
      'content that is wrong',
      () => toolOutput({ sent: true }, { content: [{ type: 'image', mimeType: 'image/png', data: 'no!' }] }),
      'the tool ran, but `content[0].data` of its output must be base64, or bytes',
    ],
    [
      'content that cannot be read',
      () => {
        const { proxy, revoke } = Proxy.revocable([], {});
        revoke();
        return toolOutput({ sent: true }, { content: proxy });
      },
      "the tool ran, but `content` of its output can't be read",
    ],
    [
      'attributes that are no object',
      () => toolOutput({ sent: true }, { attributes: [1] as never }),
      'the tool ran, but `attributes` of its output must be an object',
    ],
    [
      'attributes that are too large',
      () => toolOutput({ sent: true }, { attributes: { text: 'x'.repeat(65_536) } }),
      'the tool ran, but `attributes` of its output may have 65536 characters of JSON, not 65547',
    ],
    [
      'more text than an output may have',
      () => toolOutput({ sent: true }, { content: [{ type: 'text', text: 'x'.repeat(1_001) }] }),
      'the tool ran, but `content[0]` of its output goes beyond the 1000 characters that all texts may have',
    ],
  ])('is invalid_output with %s, without hiding that the tool has run', async (_what, gives, error) => {
    expect(await given(gives)).toMatchObject({
      success: false,
      error,
      metadata: { code: 'invalid_output', executed: true },
    });
    expect(journal.finished.at(-1)!.returned).toEqual({ sent: true });
  });
});
