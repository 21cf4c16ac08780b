import { IsInt } from 'class-validator';
import { defineTool, type DefinedTool } from '../../src/tool/defined-tool.js';

export class CountArgs {
  @IsInt()
  n!: number;
}

/** Answers with who it is and what it got. */
export function countTool(name: string, who = name): DefinedTool {
  return defineTool({
    name,
    description: 'Counts',
    parameters: CountArgs,
    execute: ({ n }) => `${who} ${n}`,
  });
}
