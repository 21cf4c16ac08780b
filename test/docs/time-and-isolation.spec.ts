import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { defineTool, ToolExecutorModule, ToolExecutorService, type ToolResult } from 'nestjs-tool-executor';
import { codeBlocks, flush, read } from './support/guide-text.js';
import { BooksModule } from './support/time-example.js';

const guide = read('docs/guides/time-and-isolation.md');
const shown = codeBlocks(guide, 'json').map((block) => JSON.parse(block) as Partial<ToolResult>);

/** The result that the guide shows with this text. */
function shownWith(error: string | null): Partial<ToolResult> {
  const found = shown.find((result) => (result.error ?? null) === error);
  if (found === undefined) throw new Error(`the guide shows no result with the error ${String(error)}`);
  return found;
}

describe('the guide to time and isolation', () => {
  let app: INestApplicationContext;
  let executor: ToolExecutorService;

  beforeAll(async () => {
    app = await NestFactory.createApplicationContext(BooksModule, { logger: false });
    executor = app.get(ToolExecutorService);
  });
  afterAll(() => app?.close());

  it('shows code that is compiled and run here', () => {
    const source = flush(read('test/docs/support/time-example.ts'));
    const code = codeBlocks(guide, 'ts');
    expect(code.length).toBeGreaterThan(0);
    for (const block of code) expect(source).toContain(flush(block));
  });

  it.each(['read_rates', 'export_orders'])(
    'shows the timeout of a tool that can be stopped: %s',
    async (name) => {
      const result = await executor.execute({ name, arguments: {} });
      expect(result).toMatchObject({
        error: 'timed out after 20 ms',
        metadata: { code: 'timeout', stopped: true },
      });
      if (name === 'read_rates') expect(result).toMatchObject(shownWith(result.error));
    },
  );

  it('shows the timeout of a tool that can not', async () => {
    const result = await executor.execute({ name: 'close_month', arguments: {} });
    expect(result.metadata).toMatchObject({ code: 'timeout', stopped: false });
    expect(result).toMatchObject(shownWith(result.error));
  });

  it('shows the outcome of synchronous code, which stands', async () => {
    const result = await executor.execute({ name: 'add_up', arguments: {} });
    const { metadata, ...rest } = shownWith(null);
    expect(result).toMatchObject({ ...rest, metadata: { ...metadata, overrunMs: expect.any(Number) } });
  });

  it('shows a call whose deadline is over', async () => {
    const result = await executor.execute({ name: 'read_rates', arguments: {} }, { deadline: 1 });
    // How long it took to find that out is the machine's affair.
    const error = result.error?.replace(/after \d+ ms/, 'after 0 ms');
    expect({ ...result, error }).toMatchObject(shownWith('the deadline passed after 0 ms'));
  });

  it('shows what the boot says of an isolation that there is not', async () => {
    const elsewhere = defineTool({
      name: 'find',
      description: 'Runs elsewhere',
      isolation: 'worker',
      execute: () => null,
    });
    @Module({ imports: [ToolExecutorModule.forRoot()], providers: [elsewhere] })
    class ElsewhereModule {}
    const boot = NestFactory.createApplicationContext(ElsewhereModule, {
      logger: false,
      abortOnError: false,
    });
    const message = await boot.then(
      () => 'it has booted',
      (error: Error) => error.message,
    );
    expect(guide).toContain(message.replace('defineTool("find")', 'Orders.find'));
  });

  it('shows a call that was stopped since the application closes', async () => {
    const running = executor.execute({ name: 'close_month', arguments: {} });
    expect(await executor.drain(1)).toBe(1);
    const result = await running;
    expect(result).toMatchObject(shownWith(result.error));
    const refused = await executor.execute({ name: 'add_up', arguments: {} });
    expect(refused.metadata).toMatchObject({ code: 'unavailable', retryable: true });
  });
});
