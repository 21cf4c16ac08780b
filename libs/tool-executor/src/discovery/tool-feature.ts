/** Provided by `forFeature()` and `provideToolset()`: which toolset the providers of that module belong to. */
export const TOOL_FEATURE = Symbol.for('nestjs-tool-executor.feature');

export interface ToolFeature {
  readonly toolset: string | undefined;
}
