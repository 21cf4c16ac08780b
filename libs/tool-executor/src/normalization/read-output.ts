import type { Redactor } from '../redaction/redactor.js';
import { CallFailure, type FailureFacts } from '../tool/call-failure.js';
import { ProcessOutput } from '../tool/process-output.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import type { ToolExecution } from '../tool/tool-execution.js';
import { ToolOutput } from '../tool/tool-output.js';
import { invalidOutput } from './invalid-output.js';
import { NO_COMPANIONS, NO_FACTS, type PlainOutput } from './plain-output.js';
import { notesAsFacts, readCompanions } from './read-companions.js';
import { readProcessOutput } from './read-process-output.js';
import { toJsonValue } from './to-json-value.js';

/** What a tool returned, read once. */
export interface ReadOutput extends PlainOutput {
  /** Facts about the run itself: they stay, whatever becomes of the output. */
  readonly lasting: FailureFacts;
  /** UTF-16 units that the output may have. */
  readonly maxChars: number;
}

/** @throws CallFailure for a process that failed, and for content or attributes that can't be meant */
export function readOutput(
  execution: ToolExecution,
  tool: RegisteredTool,
  returned: unknown,
  lasting: FailureFacts,
  redactor: Redactor,
): ReadOutput {
  if (!ToolOutput.isInstance(returned)) return readValue(tool, returned, lasting, redactor);
  const { value, content, attributes } = readParts(returned);
  const read = readValue(tool, value, lasting, redactor);
  try {
    const { companions, notes } = readCompanions(tool, { content, attributes });
    return {
      ...read,
      companions: { ...read.companions, ...companions },
      facts: notesAsFacts(notes, read.facts),
    };
  } catch (failure) {
    execution.returned = read.value;
    throw failure;
  }
}

/** One of another copy of this package is told by its brand alone, and may be anything else. */
function readParts(returned: ToolOutput): Pick<ToolOutput, 'value' | 'content' | 'attributes'> {
  try {
    const { value, content, attributes } = returned;
    return { value, content, attributes };
  } catch (cause) {
    throw invalidOutput("its output can't be read", undefined, cause);
  }
}

function readValue(
  tool: RegisteredTool,
  value: unknown,
  lasting: FailureFacts,
  redactor: Redactor,
): ReadOutput {
  if (ProcessOutput.isInstance(value)) return readProcess(tool, value, lasting, redactor);
  const { value: plain, notes } = toJsonValue(value);
  const facts = notes.length > 0 ? { notes } : NO_FACTS;
  return { value: plain, companions: NO_COMPANIONS, facts, lasting, maxChars: tool.maxOutputChars };
}

function readProcess(
  tool: RegisteredTool,
  output: ProcessOutput,
  lasting: FailureFacts,
  redactor: Redactor,
): ReadOutput {
  const read = readProcessOutput(output, tool.maxOutputChars, (text) => redactor.text(text));
  if (!read.success) throw new CallFailure('tool_error', read.error, { ...read.metadata, ...lasting });
  const { exitCode, stderr, ...facts } = read.metadata;
  return {
    value: read.output,
    companions: stderr === undefined ? NO_COMPANIONS : { stderr },
    facts,
    lasting: { exitCode, ...lasting },
    maxChars: output.maxOutputChars ?? tool.maxOutputChars,
  };
}
