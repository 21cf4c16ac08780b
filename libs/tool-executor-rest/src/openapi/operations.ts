const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: object): object => ({ type: 'array', items });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const ok = (description: string, schema: object): object => ({ description, ...json(schema) });
const error = (description: string): object => ({ description, ...json(ref('DoorError')) });
const body = (schema: object): object => ({ required: true, ...json(schema) });
const query = (name: string, schema: object, description: string): object => ({
  name,
  in: 'query',
  schema,
  description,
});
/** A parameter of the path: `{name}`. */
export const inPath = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

const MALFORMED = error('The body or query is malformed; `message` names every field that is wrong.');
const DRAINING = error('The application is shutting down and takes no more calls.');
const LIMIT = query('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'How many at most.');
const TRACEPARENT = {
  name: 'traceparent',
  in: 'header',
  schema: { type: 'string' },
  description: 'W3C Trace Context: the trace that the call belongs to.',
};
const ANSWER = 'The result. A tool that failed is an answer too: `success: false`, with `metadata.code`.';

/** Every operation of the door, by path and method. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '/tools': {
    get: {
      summary: 'The tools that the caller may use',
      parameters: [],
      responses: { 200: ok('Sorted by name.', listOf(ref('ToolDefinition'))) },
    },
  },
  '/tools/{name}': {
    get: {
      summary: 'One tool',
      parameters: [inPath('name')],
      responses: {
        200: ok('The tool.', ref('ToolDefinition')),
        404: error('No such tool, or a hidden one.'),
      },
    },
  },
  '/tool-calls': {
    post: {
      summary: 'Run a tool',
      description: 'Closing the connection cancels the call.',
      parameters: [TRACEPARENT],
      requestBody: body(ref('ToolCallRequest')),
      responses: { 200: ok(ANSWER, ref('ToolResult')), 400: MALFORMED, 503: DRAINING },
    },
    get: {
      summary: "The caller's own calls, the newest first",
      parameters: [
        query('tool', { type: 'string' }, 'Only calls of this tool.'),
        query(
          'status',
          { type: 'string', enum: ['running', 'refused', 'succeeded', 'failed'] },
          'Only these.',
        ),
        query('before', { type: 'string' }, 'Only calls older than this `callId`: for paging.'),
        LIMIT,
      ],
      responses: { 200: ok('The calls.', listOf(ref('ToolCallRecord'))), 400: MALFORMED },
    },
  },
  '/tool-calls/batch': {
    post: {
      summary: 'Run several tools',
      description: 'One that fails leaves the others alone.',
      parameters: [TRACEPARENT],
      requestBody: body({
        type: 'object',
        additionalProperties: false,
        required: ['calls'],
        properties: { calls: { type: 'array', minItems: 1, items: ref('ToolCallRequest') } },
      }),
      responses: {
        200: ok('Results by position.', listOf(ref('ToolResult'))),
        400: MALFORMED,
        503: DRAINING,
      },
    },
  },
  '/tool-calls/{callId}': {
    get: {
      summary: "One of the caller's own calls",
      parameters: [inPath('callId')],
      responses: { 200: ok('The call.', ref('ToolCallRecord')), 404: error('No such call.') },
    },
  },
  '/approvals': {
    get: {
      summary: "The approvals of the caller's tenant, the oldest first",
      parameters: [
        query(
          'status',
          { type: 'string', enum: ['pending', 'approved', 'denied', 'expired', 'redeemed'] },
          'Only these.',
        ),
        LIMIT,
      ],
      responses: { 200: ok('The approvals.', listOf(ref('ToolApproval'))), 400: MALFORMED },
    },
  },
  '/approvals/{id}/decision': {
    post: {
      summary: 'Approve or deny',
      description: 'An approved call runs once, when it is sent again with `approvalId`.',
      parameters: [inPath('id')],
      requestBody: body(ref('ApprovalDecision')),
      responses: {
        200: ok('Decided.', ref('ToolApproval')),
        400: MALFORMED,
        403: error('Whoever made the call cannot approve it.'),
        404: error('No such approval.'),
        409: {
          description: 'It is decided, used or expired already.',
          ...json({
            allOf: [ref('DoorError'), { type: 'object', properties: { approval: ref('ToolApproval') } }],
          }),
        },
      },
    },
  },
};
