import type { ToolResult } from './tool-result.js';

/**
 * For the loop around a model: whether the results of a batch are the answer themselves, so that
 * the model needn't see them. True if there are some, all succeeded, and all of their tools say
 * `returnDirect`.
 *
 * @publicApi
 */
export function shouldReturnDirect(results: readonly ToolResult[]): boolean {
  return (
    results.length > 0 && results.every(({ success, metadata }) => success && metadata.returnDirect === true)
  );
}
