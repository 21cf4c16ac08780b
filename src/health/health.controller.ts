import { Controller, Get } from '@nestjs/common';
import { HealthCheck, HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { ToolExecutorHealthIndicator } from 'nestjs-tool-executor/health';

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly executor: ToolExecutorHealthIndicator,
  ) {}

  /** The process answers. Stays 200 while calls are finished at shutdown: a restart would cut them off. */
  @Get('live')
  @HealthCheck()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** The executor takes calls; 503 from the beginning of the shutdown on. */
  @Get('ready')
  @HealthCheck()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.executor.check()]);
  }
}
