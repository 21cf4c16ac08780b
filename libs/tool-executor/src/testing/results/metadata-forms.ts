const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isMilliseconds = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const ISOLATIONS: ReadonlySet<unknown> = new Set([null, 'none', 'worker', 'process', 'sandbox']);
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TRACE_ID = /^[0-9a-f]{32}$/;

type Form = readonly [expected: string, holds: (value: unknown) => boolean];

/** What every result's metadata has. */
export const REQUIRED_METADATA: Readonly<Record<string, Form>> = {
  tool: ['text', isText],
  callId: ['a UUID of version 7', (value) => isText(value) && UUID_V7.test(value as string)],
  traceId: ['32 lower-case hex digits', (value) => isText(value) && TRACE_ID.test(value as string)],
  attempt: ['a whole number from 1', (value) => isCount(value) && value !== 0],
  executed: ['true or false', isFlag],
  isolation: ['an isolation or null', (value) => ISOLATIONS.has(value)],
};

/** What it may have; anything else must be JSON. */
export const OPTIONAL_METADATA: Readonly<Record<string, Form>> = {
  toolCallId: ['text', isText],
  parentCallId: ['text', isText],
  issues: ['a list of issues', (value) => Array.isArray(value) && value.every(isIssue)],
  coerced: ['a list of paths', areTexts],
  stripped: ['a list of paths', areTexts],
  stopped: ['true or false', isFlag],
  overrunMs: ['milliseconds', isMilliseconds],
  stdout: ['text', isText],
  stderr: ['text', isText],
  exitCode: ['a whole number or null', (value) => value === null || Number.isSafeInteger(value)],
  signal: ['text', isText],
  truncated: ['true or false', isFlag],
  originalSize: ['a count', isCount],
  parseFailed: ['true or false', isFlag],
  approvalId: ['text', isText],
  replayed: ['true or false', isFlag],
  recorded: ['true or false', isFlag],
  notes: ['a list of texts', areTexts],
  content: ['a list of content blocks', (value) => Array.isArray(value) && value.every(isContent)],
  attributes: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  returnDirect: ['true', (value) => value === true],
};

/** What a failure doesn't have. */
export const SUCCESS_METADATA: readonly string[] = ['content', 'attributes', 'returnDirect'];

const CONTENT_TYPES: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource']);

function isContent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, mimeType, data, text, uri, bytes, name = '' } = value as Record<string, unknown>;
  const parts = [data, text, uri].filter((part) => part !== undefined);
  const hasParts = bytes === undefined ? parts.length > 0 : isCount(bytes) && data === undefined;
  return CONTENT_TYPES.has(type) && hasParts && [mimeType, name, ...parts].every(isText);
}

function isIssue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { path, rule, expected, received = '', suggestion = '' } = value as Record<string, unknown>;
  return [path, rule, expected, received, suggestion].every(isText);
}
