import type { ToolDefinition } from '../tool/tool-definition.js';
import { ToolExecutorService } from '../tool-executor.service.js';
import { escapeControls } from '../text/escape-controls.js';
import { nearestName } from '../text/nearest-name.js';
import { CommandError } from './command.error.js';
import { alignColumns } from './align-columns.js';
import { describeTool } from './describe-tool.js';
import { readPrincipal } from './read-principal.js';
import type { Session } from './session.js';
import { traitsText } from './traits-text.js';
import { UsageError } from './usage.error.js';
import { requireProvider, withApplication } from './with-application.js';

/** `tools [NAME]`: the tools that the principal may see, or one of them with its arguments. */
export async function toolsCommand(session: Session): Promise<number> {
  const { positionals, options, terminal } = session;
  const [name, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError('tools takes one name at most');
  return withApplication(session, async (app, application) => {
    const principal = readPrincipal(options, application.principal);
    const tools = await requireProvider(app, ToolExecutorService).list({ principal });
    const chosen = name === undefined ? tools : find(tools, name);
    if (options.json === true) await terminal.result(JSON.stringify(chosen, null, 2));
    else if ('name' in chosen) await terminal.result(describeTool(chosen, session));
    else await listTools(session, chosen);
    return 0;
  });
}

function find(tools: readonly ToolDefinition[], name: string): ToolDefinition {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const nearest = nearestName(
    name,
    tools.map((tool) => tool.name),
  );
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new CommandError(`there is no tool "${escapeControls(name, 80)}"${meant}`);
}

async function listTools({ terminal }: Session, tools: readonly ToolDefinition[]): Promise<void> {
  if (tools.length === 0) return terminal.say('There are no tools that this principal may see.');
  const rows = tools.map((tool) => [tool.name, traitsText(tool.traits), firstLine(tool.description)]);
  await terminal.result(alignColumns(rows, terminal.columns));
}

const firstLine = (text: string): string => escapeControls(text.trim().split('\n', 1)[0]!.trim());
