import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolContext } from '../tool/tool-context.js';
import type { ToolIsolation } from '../tool/tool-result.js';

/** What a runner runs. @publicApi */
export interface RunnableCall {
  readonly tool: RegisteredTool;
  /** A fresh DTO instance, the tool's own. */
  readonly args: object;
  readonly context: ToolContext;
  /** To be called right before the tool's own code starts. Throws when the call was stopped meanwhile: then nothing may start. */
  readonly start: () => void;
}

/**
 * Steps 3 and 4: how and where a tool runs. The executor holds the deadline; a runner ends the
 * work when `context.signal` aborts, as far as it can.
 *
 * @publicApi
 */
export abstract class ToolRunner {
  /** Whether it can run tools of that isolation. A tool without a runner fails at boot. */
  abstract supports(isolation: ToolIsolation): boolean;

  /** Gives what the tool gives, or throws what it throws. */
  abstract run(call: RunnableCall): unknown;
}
