import type { ToolResult, ToolSuccess } from '../../tool/tool-result.js';
import { showValue } from './show-value.js';

/**
 * The result as the success that it is.
 *
 * @throws Error that shows the result when it is a failure
 * @publicApi
 */
export function expectSuccess(result: ToolResult): ToolSuccess {
  if (result?.success === true) return result;
  throw new Error(`expected the tool call to succeed, but got:\n${showValue(result)}`);
}
