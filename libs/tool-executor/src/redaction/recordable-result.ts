import type { ToolContent } from '../tool/tool-content.js';
import type { ToolResult } from '../tool/tool-result.js';

/**
 * A result as records hold it: content blocks say how many bytes they had, and have none. A record
 * outlives the call by far, and nobody reads an image there.
 */
export function recordableResult(result: ToolResult): ToolResult {
  const { content } = result.metadata;
  if (content === undefined) return result;
  return {
    ...result,
    metadata: { ...result.metadata, content: content.map(withoutData) },
  } as ToolResult;
}

function withoutData(block: ToolContent): ToolContent {
  if (block.data === undefined) return block;
  const { data, ...rest } = block;
  return { ...rest, bytes: Buffer.byteLength(data, 'base64') };
}
