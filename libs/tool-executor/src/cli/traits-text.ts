import type { ToolTraits } from '../tool/tool-traits.js';

/** What a tool may do, in a few words: `read-only` or `destructive, open-world`. */
export function traitsText({ readOnly, destructive, idempotent, openWorld }: ToolTraits): string {
  return [
    readOnly ? 'read-only' : destructive ? 'destructive' : 'writes',
    ...(!readOnly && idempotent ? ['idempotent'] : []),
    ...(openWorld ? ['open-world'] : []),
  ].join(', ');
}
