import type { ToolCall, ToolExecutionContext } from 'nestjs-tool-executor';
import { FieldReader } from '../request/field-reader.js';

const CALL_FIELDS = ['name', 'arguments', 'id', 'idempotencyKey', 'approvalId'] as const;
const MAX_KEY_CHARS = 255;

/** One call of a body, in the terms of the executor. */
export interface RequestedCall {
  readonly call: ToolCall;
  readonly context: Pick<ToolExecutionContext, 'idempotencyKey' | 'approval'>;
}

/**
 * Reads `{ name, arguments, id?, idempotencyKey?, approvalId? }`. `arguments` is handed on as it
 * came, an object or JSON text: judging it is the executor's.
 */
export function readToolCall(body: unknown, problems: string[], at?: string): RequestedCall {
  const fields = new FieldReader(body, CALL_FIELDS, problems, at);
  const id = fields.text('id');
  const idempotencyKey = fields.text('idempotencyKey', { minChars: 1, maxChars: MAX_KEY_CHARS });
  const approval = fields.text('approvalId', { minChars: 1, maxChars: MAX_KEY_CHARS });
  return {
    call: {
      name: fields.required('name', fields.text('name')),
      arguments: fields.get('arguments'),
      ...(id === undefined ? {} : { id }),
    },
    context: {
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(approval === undefined ? {} : { approval }),
    },
  };
}

/** Reads `{ calls: […] }` with one to `maxCalls` calls. */
export function readToolCalls(body: unknown, problems: string[], maxCalls: number): RequestedCall[] {
  const fields = new FieldReader(body, ['calls'], problems);
  const calls = fields.required('calls', fields.get('calls'));
  if (calls === undefined) return [];
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > maxCalls) {
    fields.refuse('calls', `must be a list of 1 to ${maxCalls} calls`);
    return [];
  }
  return calls.map((call, at) => readToolCall(call, problems, `calls[${at}]`));
}
