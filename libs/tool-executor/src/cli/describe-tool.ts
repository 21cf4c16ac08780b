import type { ToolDefinition } from '../tool/tool-definition.js';
import { alignColumns } from './align-columns.js';
import { commandText } from './command-text.js';
import { describeArguments } from './describe-arguments.js';
import { printableText } from './printable-text.js';
import type { Session } from './session.js';
import { traitsText } from './traits-text.js';

/** One tool for a person: what it does, its traits and its arguments. */
export function describeTool(tool: ToolDefinition, { name, terminal }: Session): string {
  const rows = describeArguments(tool.parameters).map(({ path, type, description }) => [
    `  ${path}`,
    printableText(type),
    printableText(description).replaceAll(/\s*\n\s*/g, ' '),
  ]);
  const args = rows.length === 0 ? 'It takes no arguments.' : `Arguments:\n${alignColumns(rows)}`;
  return `${terminal.styleResult('bold', tool.name)}
${printableText(tool.description.trim())}

${factsOf(tool).join('; ')}

${args}

  ${commandText(name, 'tools', `${tool.name} --json`)} shows the JSON Schema.
`;
}

function factsOf({ traits, toolset }: ToolDefinition): string[] {
  return [
    traitsText(traits),
    `stopped after ${traits.timeoutMs} ms`,
    ...(traits.isolation === 'none' ? [] : [`runs in a ${traits.isolation}`]),
    ...(traits.permission === 'public' ? ['needs no permission'] : []),
    ...(traits.scopes.length === 0 ? [] : [`scopes: ${traits.scopes.join(', ')}`]),
    ...(traits.roles.length === 0 ? [] : [`roles, one of: ${traits.roles.join(', ')}`]),
    ...(traits.tags.length === 0 ? [] : [`tags: ${traits.tags.join(', ')}`]),
    ...(toolset === undefined ? [] : [`toolset: ${toolset}`]),
  ];
}
