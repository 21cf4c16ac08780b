import { TOOL_FAILURE_CODES } from '../../tool/tool-failure-code.js';
import type { RegisteredTool } from '../../tool/registered-tool.js';
import type { ToolContext } from '../../tool/tool-context.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ToolIsolation } from '../../tool/tool-result.js';
import type { ToolTraits } from '../../tool/tool-traits.js';
import { plainJson } from './plain-json.js';
import { sampleFailure } from './sample-result.js';

const SCHEMA = {
  type: 'object',
  properties: { to: { type: 'string' } },
  additionalProperties: false,
} as const;

/** The definition of a tool that may change things, unless the traits say otherwise. */
export function sampleDefinition(name: string, traits: Partial<ToolTraits> = {}): ToolDefinition {
  return Object.freeze({
    name,
    description: 'A sample.',
    parameters: SCHEMA,
    schemaHash: 'c'.repeat(64),
    traits: Object.freeze({
      readOnly: false,
      destructive: true,
      idempotent: false,
      openWorld: false,
      scopes: [],
      roles: [],
      permission: 'guarded',
      isolation: 'none',
      timeoutMs: 1_000,
      tags: [],
      effects: 'unsafe',
      returnDirect: false,
      ...traits,
    } satisfies ToolTraits),
  });
}

/** A tool that runs this code. */
export function sampleTool(
  isolation: ToolIsolation,
  execute: (args: object, context: ToolContext) => unknown,
): RegisteredTool {
  return {
    definition: sampleDefinition('sample', { isolation }),
    source: 'Sample.execute',
    parameters: {
      schema: SCHEMA,
      sensitivePaths: [],
      warnings: [],
      validate: (canonical) => ({ valid: true, canonical, coerced: [], stripped: [] }),
      instantiate: (canonical) => plainJson(canonical) as object,
    },
    errors: 'plain',
    maxOutputChars: 1_000,
    checkOutput: undefined,
    errorMappers: [],
    outputGuards: [],
    invoke: (args, context, start) => {
      start();
      return execute(args, context);
    },
  };
}

/** What a tool gets beside its arguments. */
export function sampleContext(signal: AbortSignal = new AbortController().signal): ToolContext {
  return {
    tool: 'sample',
    callId: '0190a6c2-7c00-7000-8000-000000000001',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    toolCallId: 'call_1',
    attempt: 1,
    principal: { id: 'alice', tenant: 'acme' },
    conversationId: 'c1',
    idempotencyKey: undefined,
    signal,
    deadline: Date.now() + 60_000,
    data: Object.freeze({}),
    request: undefined,
    progress: () => {},
    execute: () => Promise.resolve(sampleFailure('unknown_tool')),
  };
}

/** Every failure code. */
export const SAMPLE_CODES = Object.keys(TOOL_FAILURE_CODES) as (keyof typeof TOOL_FAILURE_CODES)[];
