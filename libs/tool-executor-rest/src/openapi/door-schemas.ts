const TEXT = { type: 'string' };
const EPOCH_MS = { type: 'integer', description: 'Epoch milliseconds.' };
const JSON_SCHEMA = { type: 'object', additionalProperties: true, description: 'JSON Schema 2020-12.' };

/** What goes in and out beside the results. */
export const DOOR_SCHEMAS: Readonly<Record<string, object>> = {
  ToolCallRequest: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { ...TEXT, description: 'The exact name of the tool.', example: 'read_file' },
      arguments: {
        description: 'An object, or its JSON text as models write it. Absent means none.',
        oneOf: [{ type: 'object', additionalProperties: true }, TEXT],
        nullable: true,
        example: { path: 'README.md' },
      },
      id: { ...TEXT, description: "The model provider's id of the call; echoed as `metadata.toolCallId`." },
      idempotencyKey: {
        ...TEXT,
        minLength: 1,
        maxLength: 255,
        description: 'Calls with the same key run once; later ones get the recorded result.',
      },
      approvalId: { ...TEXT, minLength: 1, maxLength: 255, description: 'An approval of exactly this call.' },
    },
  },
  ToolDefinition: {
    type: 'object',
    required: ['name', 'description', 'parameters', 'traits', 'schemaHash'],
    properties: {
      name: TEXT,
      description: TEXT,
      parameters: JSON_SCHEMA,
      outputSchema: JSON_SCHEMA,
      toolset: TEXT,
      traits: {
        type: 'object',
        additionalProperties: true,
        description: 'What the tool declares about itself.',
      },
      schemaHash: TEXT,
    },
  },
  ToolCallRecord: {
    type: 'object',
    required: ['callId', 'traceId', 'tool', 'attempt', 'arguments', 'startedAt', 'status'],
    properties: {
      callId: { ...TEXT, format: 'uuid' },
      toolCallId: TEXT,
      traceId: TEXT,
      conversationId: TEXT,
      tenant: TEXT,
      principalId: TEXT,
      tool: TEXT,
      attempt: { type: 'integer' },
      arguments: { description: 'Redacted. An object, text where they were not valid, or null.' },
      startedAt: EPOCH_MS,
      endedAt: EPOCH_MS,
      status: { ...TEXT, enum: ['running', 'refused', 'succeeded', 'failed'] },
      result: { $ref: '#/components/schemas/ToolResult' },
    },
  },
  ToolApproval: {
    type: 'object',
    required: ['id', 'status', 'tool', 'reason', 'arguments', 'display', 'callId', 'createdAt', 'expiresAt'],
    properties: {
      id: { ...TEXT, format: 'uuid' },
      status: { ...TEXT, enum: ['pending', 'approved', 'denied', 'expired', 'redeemed'] },
      tool: TEXT,
      reason: { ...TEXT, description: 'Why somebody must decide.' },
      arguments: { type: 'object', additionalProperties: true, description: 'What will run, redacted.' },
      display: { ...TEXT, description: 'The call on one line, with invisible characters made visible.' },
      callId: { ...TEXT, format: 'uuid' },
      requestedBy: TEXT,
      createdAt: EPOCH_MS,
      expiresAt: EPOCH_MS,
      decidedBy: TEXT,
      decidedAt: EPOCH_MS,
      comment: TEXT,
    },
  },
  ApprovalDecision: {
    type: 'object',
    additionalProperties: false,
    required: ['approved'],
    properties: {
      approved: { type: 'boolean' },
      comment: { ...TEXT, description: 'Given to the model on a denial.' },
    },
  },
  DoorError: {
    type: 'object',
    required: ['statusCode', 'message'],
    properties: {
      statusCode: { type: 'integer' },
      error: TEXT,
      message: { oneOf: [TEXT, { type: 'array', items: TEXT }] },
    },
  },
};
