import type { ToolContext } from 'nestjs-tool-executor';

/** What a tool gets, for tests that call it directly. */
export function toolContext(values: Partial<Pick<ToolContext, 'signal' | 'deadline'>> = {}): ToolContext {
  return {
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    ...values,
  } as ToolContext;
}
