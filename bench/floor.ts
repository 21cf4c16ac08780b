import { Ajv2020 } from 'ajv/dist/2020.js';
import { REFERENCE_TEXT } from './search.tool.js';

const FILTER = {
  type: 'object',
  properties: { field: { type: 'string' }, value: { type: 'string' } },
  required: ['field', 'value'],
  additionalProperties: false,
};
const check = new Ajv2020().compile<{ query: string; filters: unknown[] }>({
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 50 },
    mode: { enum: ['fast', 'deep'] },
    filters: { type: 'array', items: FILTER },
  },
  required: ['query', 'mode', 'filters'],
  additionalProperties: false,
});

/**
 * What any executor has to do at least: parse, a compiled check, a controller and a timer, await the
 * tool, build a plain result.
 */
export async function floor(): Promise<unknown> {
  const args: unknown = JSON.parse(REFERENCE_TEXT);
  if (!check(args)) throw new Error('the reference call is invalid');
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  const output = await search(args);
  clearTimeout(timer);
  return { success: true, output, error: null, latencyMs: 0, metadata: {} };
}

async function search({ filters, query }: { query: string; filters: unknown[] }): Promise<unknown> {
  return { hits: filters.length, query };
}
