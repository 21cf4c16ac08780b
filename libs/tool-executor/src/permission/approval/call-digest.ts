import { createHash } from 'node:crypto';
import { canonicalJson } from '../../intake/canonical-json.js';
import type { ToolPrincipal } from '../../tool/tool-principal.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { JsonObject } from '../../tool/tool-result.js';

/**
 * What an approval and an idempotency key are bound to: SHA-256, in hex, over the tool and its
 * schema, the canonical arguments, the principal and the tenant.
 */
export function digestOfCall(
  tool: ToolDefinition,
  args: JsonObject,
  principal: ToolPrincipal | undefined,
): string {
  const bound = {
    tool: tool.name,
    schemaHash: tool.schemaHash,
    arguments: args,
    principal: principal?.id ?? null,
    tenant: principal?.tenant ?? null,
  };
  return createHash('sha256').update(canonicalJson(bound)).digest('hex');
}
