import { Injectable } from '@nestjs/common';
import type { ToolIsolation } from '../tool/tool-result.js';
import { ToolRunner, type RunnableCall } from './tool-runner.js';

/**
 * Runs tools on the event loop of the application. The signal is cooperative: what ignores it
 * can't be stopped, and synchronous code isn't interrupted.
 *
 * @publicApi
 */
@Injectable()
export class InProcessToolRunner extends ToolRunner {
  supports(isolation: ToolIsolation): boolean {
    return isolation === 'none';
  }

  run({ tool, args, context, start }: RunnableCall): unknown {
    return tool.invoke(args, context, start);
  }
}
