import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ToolExecutorModule } from 'nestjs-tool-executor';
import { ToolExecutorHealthIndicator } from 'nestjs-tool-executor/health';
import { ToolExecutorRestModule } from 'nestjs-tool-executor-rest';
import { ToolExecutorToolsModule } from 'nestjs-tool-executor-tools';
import { GreetingController } from './greeting.controller';
import { Orders } from './orders';

@Module({
  imports: [
    TerminusModule,
    ToolExecutorModule.forRoot(),
    ToolExecutorRestModule.forRoot({ principal: () => ({ id: 'ada' }) }),
    ToolExecutorToolsModule.forRoot({ workspaceDir: '.' }),
  ],
  controllers: [GreetingController],
  providers: [Orders, ToolExecutorHealthIndicator],
})
export class AppModule {}
