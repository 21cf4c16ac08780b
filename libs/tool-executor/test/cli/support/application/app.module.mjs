// An application as an adopter has it, compiled: it prints at boot, its tools print, and it leaves a timer open.
import { Module } from '@nestjs/common';
import { NoArguments, Tool, ToolExecutorModule } from 'nestjs-tool-executor';
import { pino } from 'pino';

console.log('console.log at load');
const logger = pino();

class ChattyTool {
  execute() {
    console.log('console.log of a tool');
    process.stdout.write('process.stdout of a tool\n');
    logger.info('pino of a tool');
    return 'the result';
  }
}
Tool({ name: 'chatty', description: 'Prints.', parameters: NoArguments, readOnly: true })(ChattyTool);

class WaitTool {
  execute(_args, { signal }) {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      console.error('the tool waits');
    });
  }
}
Tool({ name: 'wait', description: 'Waits until it is stopped.', parameters: NoArguments, readOnly: true })(
  WaitTool,
);

class StuckTool {
  isStuck = false;

  execute(_args, { signal }) {
    this.isStuck = true;
    console.error('the tool waits');
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  }

  onModuleDestroy() {
    if (!this.isStuck) return undefined;
    console.error('closing');
    return new Promise(() => undefined);
  }
}
Tool({
  name: 'stuck',
  description: 'Keeps the application from closing.',
  parameters: NoArguments,
  readOnly: true,
})(StuckTool);

class LargeTool {
  execute() {
    return 'a line of text\n'.repeat(6_000);
  }
}
Tool({ name: 'large', description: 'Gives 90,000 characters.', parameters: NoArguments, readOnly: true })(
  LargeTool,
);

export class AppModule {
  onModuleInit() {
    setInterval(() => undefined, 1_000);
  }
}
Module({ imports: [ToolExecutorModule.forRoot()], providers: [ChattyTool, WaitTool, StuckTool, LargeTool] })(
  AppModule,
);
