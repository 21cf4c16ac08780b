import { Test } from '@nestjs/testing';
import type { Provider } from '@nestjs/common';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import {
  allow,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import {
  ToolTracer,
  type LateOutcome,
  type ToolSpan,
  type TracedCall,
} from '../../src/tracing/tool-tracer.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import type { INestApplicationContext } from '@nestjs/common';

export class AllowEverything extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return allow();
  }
}

/** One traced call, as it ended. */
export interface TraceRecord {
  readonly call: TracedCall;
  readonly ends: { result: ToolResult; cause: unknown }[];
  readonly late: LateOutcome[];
}

/** Keeps what it sees. */
export class MemoryTracer extends ToolTracer {
  readonly records: TraceRecord[] = [];

  start(call: TracedCall): ToolSpan {
    const record: TraceRecord = { call, ends: [], late: [] };
    this.records.push(record);
    return {
      end: (result, cause) => void record.ends.push({ result, cause }),
      late: (outcome) => void record.late.push(outcome),
    };
  }

  get last(): TraceRecord {
    return this.records.at(-1)!;
  }
}

export interface Booted {
  readonly app: INestApplicationContext;
  readonly executor: ToolExecutorService;
  readonly tracer: MemoryTracer;
}

/** A minimal application with `forRoot()` and the given tools. Everything may run unless `guards` say otherwise. */
export async function boot(providers: Provider[], options: ToolExecutorOptions = {}): Promise<Booted> {
  const tracer = new MemoryTracer();
  const moduleRef = await Test.createTestingModule({
    imports: [ToolExecutorModule.forRoot({ guards: [new AllowEverything()], tracers: [tracer], ...options })],
    providers,
  }).compile();
  const app = moduleRef;
  moduleRef.useLogger(false);
  await app.init();
  return { app, executor: app.get(ToolExecutorService), tracer };
}
