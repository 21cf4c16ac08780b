import type { ToolResult } from '../../tool/tool-result.js';

/** The parts of a result as a plain object: what ports get computes them when they are read. */
export function copyResult(result: ToolResult): ToolResult {
  const { success, output, error, latencyMs, metadata } = result;
  return { success, output, error, latencyMs, metadata } as ToolResult;
}
