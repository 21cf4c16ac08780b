import type { ModulesContainer } from '@nestjs/core';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS } from './tool-executor.options.js';

/**
 * Each `forRoot()` is an executor with approvals and a journal of its own. Of two global ones, Nest
 * would inject whichever it comes across first.
 *
 * @throws ToolConfigurationError where there is more than one global executor
 */
export function requireSoleGlobal(modules: ModulesContainer): void {
  const roots = [...modules.values()].filter(
    (module) => module.isGlobal && module.providers.has(TOOL_EXECUTOR_OPTIONS),
  );
  if (roots.length <= 1) return;
  throw new ToolConfigurationError(
    `ToolExecutorModule.forRoot() is called ${roots.length} times for the whole application, and each call makes an executor of its own. ` +
      'Call it once, in the root module; for several executors, set `isGlobal: false` and import each where it is injected.',
  );
}
