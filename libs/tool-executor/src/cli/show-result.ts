import type { JsonValue, ToolFailure, ToolResult, ToolSuccess } from '../tool/tool-result.js';
import { TOOL_FAILURE_CODES } from '../tool/tool-failure-code.js';
import { commandText } from './command-text.js';
import { printableText } from './printable-text.js';
import type { Session } from './session.js';

/** What hints depend on. */
interface ResultSetting {
  /** Whether approvals outlive this command. */
  readonly isApprovalKept: boolean;
}

/**
 * Prints a result. For people: the output alone on stdout, or the error on stderr. With `--json`:
 * the ToolResult on stdout, as one line, for success and failure alike.
 *
 * @returns the exit code
 */
export async function showResult(
  session: Session,
  result: ToolResult,
  setting: ResultSetting,
): Promise<number> {
  const { terminal, options } = session;
  if (options.json === true) await terminal.result(JSON.stringify(result));
  else if (result.success) await showSuccess(session, result);
  else await showFailure(session, result, setting);
  return result.success ? 0 : 1;
}

async function showSuccess({ terminal }: Session, { output, metadata }: ToolSuccess): Promise<void> {
  if (output !== null && output !== '') await terminal.result(printableText(outputText(output)));
  if (metadata.stderr) await terminal.say(printableText(metadata.stderr.trimEnd()));
  for (const note of notesOf(metadata)) await terminal.say(terminal.style('dim', `note: ${note}`));
}

const outputText = (output: JsonValue): string =>
  typeof output === 'string' ? output : JSON.stringify(output, null, 2);

function notesOf({
  truncated,
  originalSize,
  replayed,
  recorded,
  parseFailed,
  notes,
}: ToolSuccess['metadata']): string[] {
  return [
    ...(truncated === true ? [`the output is cut; it had ${originalSize ?? 'more'} characters`] : []),
    ...(replayed === true ? ['this is the recorded result of an earlier call with the same key'] : []),
    ...(recorded === false ? ['the tool ran, and its outcome could not be recorded'] : []),
    ...(parseFailed === true ? ['the output was to be JSON and is something else'] : []),
    ...(notes ?? []).map(printableText),
  ];
}

async function showFailure(
  session: Session,
  { error, metadata }: ToolFailure,
  setting: ResultSetting,
): Promise<void> {
  const { terminal } = session;
  const { code, stdout } = metadata;
  if (stdout) await terminal.say(printableText(stdout.trimEnd()));
  await terminal.say(`${terminal.style('red', `error (${code}):`)} ${printableText(error)}`);
  const hint = hintFor(session, metadata, setting);
  if (hint !== undefined) await terminal.say(terminal.style('dim', `hint: ${hint}`));
}

function hintFor(
  { name, options }: Session,
  metadata: ToolFailure['metadata'],
  setting: ResultSetting,
): string | undefined {
  const { code, approvalId, tool } = metadata;
  switch (code) {
    case 'unknown_tool':
      return `\`${commandText(name, 'tools')}\` lists the tools.`;
    case 'invalid_arguments':
      return `\`${commandText(name, 'tools', tool)}\` shows the arguments.`;
    case 'approval_required':
      if (options.yes === true) return TOOL_FAILURE_CODES[code].remedy;
      return setting.isApprovalKept
        ? `run it at a terminal or with --yes; or let somebody decide, then add --approval ${approvalId}.`
        : 'run it at a terminal to be asked, or with --yes.';
    case 'tool_error':
      return undefined; // the tool has said what there is to say
    default:
      return (TOOL_FAILURE_CODES as Partial<Record<string, { remedy: string }>>)[code]?.remedy;
  }
}
