import { AsyncLocalStorage } from 'node:async_hooks';
import { Controller, Get, Injectable, Module } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { IsInt, IsString, Min } from 'class-validator';
import {
  LoggerToolTracer,
  Sensitive,
  Tool,
  ToolExecutorModule,
  ToolTracer,
  type LateOutcome,
  type ToolSpan,
  type TracedCall,
} from 'nestjs-tool-executor';
import { ToolExecutorHealthIndicator } from 'nestjs-tool-executor/health';

/** Stands for the metrics and the tracing of an application. */
@Injectable()
export class Metrics {
  readonly counted: string[] = [];

  count(name: string, tags: Readonly<Record<string, string>>): void {
    this.counted.push(`${name} ${Object.values(tags).join(' ')}`);
  }
}

export const activeSpan = new AsyncLocalStorage<{ readonly traceId: string }>();

@Injectable()
export class MetricsTracer extends ToolTracer {
  constructor(private readonly metrics: Metrics) {
    super();
  }

  start({ tool }: TracedCall): ToolSpan {
    return {
      end: (result) => {
        const code = result.success ? 'ok' : result.metadata.code;
        // A model may invent any name: as a tag it would have no end.
        const known = code === 'unknown_tool' ? '(unknown)' : tool;
        this.metrics.count('tool_calls', { tool: known, code });
      },
      late: (outcome: LateOutcome) => {
        this.metrics.count('tool_calls_late', { tool, how: 'error' in outcome ? 'threw' : 'returned' });
      },
    };
  }

  override activeTraceId(): string | undefined {
    return activeSpan.getStore()?.traceId;
  }
}

export class FindOrderArgs {
  @IsString()
  number!: string;
}

export class ReportArgs {
  @IsInt()
  @Min(1)
  month!: number;

  @Sensitive()
  @IsString()
  pin!: string;
}

@Injectable()
export class Orders {
  /** What the report waits for. */
  readonly finished = Promise.withResolvers<number>();

  @Tool({ description: 'Finds an order by its number', readOnly: true })
  findOrder({ number }: FindOrderArgs) {
    return { number, total: 42 };
  }

  @Tool({ description: 'Sums up a month', readOnly: true, timeoutMs: 20 })
  async monthlyReport({ month }: ReportArgs) {
    return { month, sum: await this.finished.promise };
  }

  @Tool({ description: 'Reads the stock of the warehouse', readOnly: true })
  readStock(): number {
    throw new Error('connect ECONNREFUSED postgres://app:hunter2@10.0.0.5/stock');
  }
}

@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

@Module({
  imports: [MetricsModule, ToolExecutorModule.forRoot({ tracers: [LoggerToolTracer, MetricsTracer] })],
  providers: [Orders, MetricsTracer],
})
export class ShopModule {}

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly executor: ToolExecutorHealthIndicator,
  ) {}

  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check([() => this.executor.check()]);
  }
}

@Module({
  imports: [TerminusModule],
  controllers: [HealthController],
  providers: [ToolExecutorHealthIndicator],
})
export class HealthModule {}
