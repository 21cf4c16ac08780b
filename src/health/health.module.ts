import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ToolExecutorHealthIndicator } from 'nestjs-tool-executor/health';
import { HealthController } from './health.controller.js';

@Module({
  // The request log has the 503 already.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [ToolExecutorHealthIndicator],
})
export class HealthModule {}
