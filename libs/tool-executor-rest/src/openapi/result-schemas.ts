import { TOOL_FAILURE_CODES } from 'nestjs-tool-executor';

const CODES = Object.entries(TOOL_FAILURE_CODES);
// `enum: [null]` is read alike by OpenAPI 3.0 and 3.1.
const NOTHING = { nullable: true, enum: [null] };
const TEXT = { type: 'string' };
const LATENCY = { type: 'number', minimum: 0, description: 'Milliseconds, of the whole call.' };

const METADATA = {
  type: 'object',
  description: 'Facts for programs. More than these may be there.',
  required: ['tool', 'callId', 'traceId', 'attempt', 'executed', 'isolation'],
  properties: {
    tool: { ...TEXT, description: 'The requested name.' },
    callId: { ...TEXT, format: 'uuid', description: 'The identity of this execution.' },
    traceId: { ...TEXT, pattern: '^[0-9a-f]{32}$' },
    attempt: { type: 'integer', minimum: 1 },
    executed: { type: 'boolean', description: "Whether the tool's own code was started." },
    isolation: { nullable: true, enum: ['none', 'worker', 'process', 'sandbox', null] },
    toolCallId: { ...TEXT, description: 'The `id` of the request, echoed.' },
    issues: {
      type: 'array',
      description: 'What is wrong with the arguments.',
      items: {
        type: 'object',
        required: ['path', 'rule', 'expected'],
        properties: { path: TEXT, rule: TEXT, expected: TEXT, received: TEXT, suggestion: TEXT },
      },
    },
    coerced: { type: 'array', items: TEXT },
    stopped: { type: 'boolean', description: 'After a timeout: whether the work is known to have ended.' },
    stdout: TEXT,
    stderr: TEXT,
    exitCode: { type: 'integer', nullable: true },
    signal: TEXT,
    truncated: { type: 'boolean' },
    originalSize: { type: 'integer', description: 'Characters, before cutting.' },
    parseFailed: { type: 'boolean' },
    approvalId: { ...TEXT, description: 'The approval that the call waits for or was run with.' },
    replayed: { type: 'boolean', description: 'The recorded result of an earlier call with this key.' },
    recorded: { type: 'boolean' },
  },
};

const FAILURE_METADATA = {
  allOf: [
    { $ref: '#/components/schemas/ToolResultMetadata' },
    {
      type: 'object',
      required: ['code', 'retryable'],
      properties: {
        code: {
          ...TEXT,
          enum: CODES.map(([code]) => code),
          description: CODES.map(([code, { meaning, remedy }]) => `- \`${code}\`: ${meaning} ${remedy}`).join(
            '\n',
          ),
        },
        retryable: {
          type: 'boolean',
          description: 'Whether the same call may be sent again. A fact, not advice.',
        },
      },
    },
  ],
};

/** `ToolResult` and what it is made of. The codes come from the table of the core. */
export const RESULT_SCHEMAS: Readonly<Record<string, object>> = {
  ToolResultMetadata: METADATA,
  ToolSuccess: {
    type: 'object',
    required: ['success', 'output', 'error', 'latencyMs', 'metadata'],
    properties: {
      success: { type: 'boolean', enum: [true] },
      output: { description: 'Any JSON value; null for nothing.' },
      error: NOTHING,
      latencyMs: LATENCY,
      metadata: { $ref: '#/components/schemas/ToolResultMetadata' },
    },
  },
  ToolFailure: {
    type: 'object',
    required: ['success', 'output', 'error', 'latencyMs', 'metadata'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      output: NOTHING,
      error: { ...TEXT, minLength: 1, description: 'For a model and a person to act on.' },
      latencyMs: LATENCY,
      metadata: FAILURE_METADATA,
    },
  },
  ToolResult: {
    oneOf: [{ $ref: '#/components/schemas/ToolSuccess' }, { $ref: '#/components/schemas/ToolFailure' }],
  },
};
