import type { FailureFacts } from '../tool/call-failure.js';
import type { OutputCompanions } from '../tool/tool-output-guard.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { NO_COMPANIONS } from './plain-output.js';
import { readAttributes } from './read-attributes.js';
import { readContent } from './read-content.js';

/** What goes along with an output, as the result may carry it. */
export interface ReadCompanions {
  readonly companions: OutputCompanions;
  readonly notes: readonly string[];
}

const NONE: ReadCompanions = Object.freeze({ companions: NO_COMPANIONS, notes: [] });

/**
 * @param given from a tool or a guard: anything
 * @throws CallFailure `invalid_output` for content and attributes that can't be meant
 */
export function readCompanions(tool: RegisteredTool, given: unknown): ReadCompanions {
  if (typeof given !== 'object' || given === null) return NONE;
  const { content, attributes, stderr } = given as Record<keyof OutputCompanions, unknown>;
  const blocks = readContent(content, tool.maxOutputChars);
  const { value, notes } = readAttributes(attributes);
  const companions = {
    ...(blocks === undefined ? {} : { content: blocks }),
    ...(value === undefined ? {} : { attributes: value }),
    ...(typeof stderr === 'string' ? { stderr: stderr.toWellFormed() } : {}),
  };
  return { companions, notes };
}

/** The notes of a copy as facts. */
export function notesAsFacts(notes: readonly string[], others: FailureFacts): FailureFacts {
  return notes.length === 0 ? others : { ...others, notes: [...(others.notes ?? []), ...notes] };
}
