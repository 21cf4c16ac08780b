import { Module } from '@nestjs/common';
import { ToolExecutorModule } from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from 'nestjs-tool-executor-rest';
import { ToolExecutorToolsModule } from 'nestjs-tool-executor-tools';
import { GreetingController } from './greeting.controller.js';
import { Orders } from './orders.js';

@Module({
  imports: [
    ToolExecutorModule.forRoot(),
    ToolExecutorRestModule.forRoot({ principal: () => ({ id: 'ada' }) }),
    ToolExecutorToolsModule.forRoot({ workspaceDir: '.' }),
  ],
  controllers: [GreetingController],
  providers: [Orders],
})
export class AppModule {}
