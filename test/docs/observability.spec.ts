import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolExecutorService, ToolJournal, type ToolResult } from 'nestjs-tool-executor';
import { codeBlocks, flush, read } from './support/guide-text.js';
import {
  activeSpan,
  HealthController,
  HealthModule,
  Metrics,
  Orders,
  ShopModule,
} from './support/observability-example.js';

const guide = read('docs/guides/observability.md');
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const ADA = { id: 'ada', tenant: 'acme' };

@Module({ imports: [ShopModule, HealthModule] })
class ExampleModule {}

/** What differs from run to run. */
const timeless = (line: string): string =>
  line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<trace>')
    .replaceAll(/latencyMs=[\d.]+/g, 'latencyMs=<n>');

describe('the guide to observability', () => {
  const lines: string[] = [];
  const debugged: unknown[] = [];
  const note =
    (level: string) =>
    (message: unknown, ...[context]: unknown[]): void => {
      if (context === 'ToolExecutor') lines.push(`${level} [ToolExecutor] ${String(message)}`);
    };
  const logger: LoggerService = {
    log: note('LOG'),
    warn: note('WARN'),
    error: note('ERROR'),
    debug: (message: unknown) => debugged.push(message),
  };
  let app: INestApplicationContext;
  let unknown: ToolResult;

  beforeAll(async () => {
    app = await NestFactory.createApplicationContext(ExampleModule, { logger });
    const executor = app.get(ToolExecutorService);
    const call = (id: string, name: string, args: object): Promise<ToolResult> =>
      executor.execute({ id, name, arguments: { ...args } }, { principal: ADA });
    await call('call_1', 'find_order', { number: 'A-17' });
    await call('call_2', 'find_order', { nr: 'A-17' });
    await call('call_3', 'read_stock', {});
    await call('call_4', 'monthly_report', { month: 5, pin: '4711' });
    app.get(Orders).finished.resolve(42);
    await new Promise(setImmediate);
    unknown = await activeSpan.run({ traceId: TRACE_ID }, () =>
      executor.execute({ name: 'find_oder', arguments: {} }),
    );
  });
  afterAll(() => app?.close());

  it('shows code that is compiled and run here', () => {
    const source = flush(read('test/docs/support/observability-example.ts'));
    const code = codeBlocks(guide, 'ts');
    expect(code.length).toBeGreaterThan(0);
    for (const block of code) expect(source).toContain(flush(block));
  });

  it('shows the lines that are logged', () => {
    const [shown] = codeBlocks(guide, 'console');
    expect(lines.slice(0, 5).map(timeless)).toEqual(shown!.split('\n').map(timeless));
  });

  it('shows the cause as it is logged, without its secret', () => {
    const { message } = (debugged as { err?: { message: string } }[]).find(
      ({ err }) => err !== undefined,
    )!.err!;
    expect(guide).toContain(`message: '${message}'`);
    expect(JSON.stringify(debugged)).not.toContain('hunter2');
  });

  it('shows what the tracer has counted', () => {
    const counted = codeBlocks(guide, 'console').at(-1)!.split('\n');
    expect(app.get(Metrics).counted).toEqual(expect.arrayContaining(counted));
  });

  it('names the trace id of the active span', () => {
    expect(unknown.metadata.traceId).toBe(TRACE_ID);
  });

  it('shows the arguments as the journal has them', async () => {
    const [latest] = await app.get(ToolJournal).list({ tenant: ADA.tenant, principalId: ADA.id });
    expect(latest!.arguments).toEqual({ month: 5, pin: '***' });
    expect(guide).toContain('{ "month": 5, "pin": "***" }');
  });

  it('shows the answer of the health check', async () => {
    const [shown] = codeBlocks(guide, 'json');
    expect(await app.get(HealthController).ready()).toEqual(JSON.parse(shown!));
  });

  it('names each reason that the health indicator has for being down', () => {
    const source = read('libs/tool-executor/src/health/tool-executor.health-indicator.ts');
    const reasons = [...source.matchAll(/'((?:the tools|the application|the journal) [^']+)'/g)];
    expect(reasons.length).toBe(3);
    for (const [, reason] of reasons) expect(guide).toContain(`\`${reason}\``);
  });
});
