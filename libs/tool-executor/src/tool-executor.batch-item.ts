import type { ToolCall } from './tool/tool-call.js';
import type { ToolExecutionContext } from './tool/tool-execution-context.js';

/** What `execute()` takes. */
interface Executable {
  readonly call: ToolCall;
  readonly context: ToolExecutionContext | undefined;
}

/** Reads one item of a batch, once. What can't be read is left for `execute()` to refuse: it must not end the batch. */
export function readBatchItem(item: unknown, shared: ToolExecutionContext | undefined): Executable {
  try {
    const { call, context } = item as Executable;
    if (context === undefined || context === null) return { call, context: shared };
    return { call, context: typeof context === 'object' ? { ...shared, ...context } : context };
  } catch {
    return { call: undefined as never, context: shared };
  }
}
