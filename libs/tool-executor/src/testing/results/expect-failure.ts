import type { ToolFailureCode } from '../../tool/tool-failure-code.js';
import type { ToolFailure, ToolResult } from '../../tool/tool-result.js';
import { showValue } from './show-value.js';

/**
 * The result as the failure that it is.
 *
 * @param code the code that it must have; left out: any
 * @throws Error that shows the result when it is a success or has another code
 * @publicApi
 */
export function expectFailure(result: ToolResult, code?: ToolFailureCode): ToolFailure {
  if (result?.success === false && (code === undefined || result.metadata?.code === code)) return result;
  const how = code === undefined ? 'fail' : `fail with ${code}`;
  throw new Error(`expected the tool call to ${how}, but got:\n${showValue(result)}`);
}
