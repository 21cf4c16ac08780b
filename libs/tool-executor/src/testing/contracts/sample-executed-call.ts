import type { ExecutedCall } from '../../tool/executed-call.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import { sampleDefinition } from './sample-tool.js';

/** A call whose tool has run, with arguments of its own. */
export function sampleExecutedCall(context: ToolExecutionContext = {}): ExecutedCall {
  return {
    callId: '0190a6c2-7c00-7000-8000-000000000001',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    toolCallId: 'call_1',
    parentCallId: undefined,
    tool: sampleDefinition('sample'),
    args: { to: 'bob' },
    context: Object.freeze({ ...context }),
  };
}
