import type { ToolDefinition } from './tool-definition.js';

/**
 * Whether a conversation was offered a tool: by its name, or by one of its tags behind a `#`. No
 * name begins with `#`, so that the two can't be confused.
 *
 * @param offered `undefined`: every tool is
 */
export function isOffered(
  offered: readonly string[] | undefined,
  { name, traits }: Pick<ToolDefinition, 'name' | 'traits'>,
): boolean {
  return (
    offered === undefined || offered.includes(name) || traits.tags.some((tag) => offered.includes(`#${tag}`))
  );
}
