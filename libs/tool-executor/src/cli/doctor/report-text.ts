import { alignColumns } from '../align-columns.js';
import { printableText } from '../printable-text.js';
import type { Style, Terminal } from '../terminal.js';
import { traitsText } from '../traits-text.js';
import type { DoctorReport, ToolReport } from './doctor-report.js';
import type { ApplicationSettings } from './examine-application.js';
import type { Finding, FindingLevel } from './finding.js';

const STYLES: Readonly<Record<FindingLevel, Style>> = { error: 'red', warning: 'yellow', hint: 'dim' };

/** A report for a person. */
export function reportText({ tools, settings, findings }: DoctorReport, terminal: Terminal): string {
  const sections = settings === null ? [] : [toolsText(tools, terminal), settingsText(settings, terminal)];
  return `${[...sections, findingsText(findings, terminal)].join('\n\n')}\n`;
}

function toolsText(tools: readonly ToolReport[], terminal: Terminal): string {
  const tokens = tools.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0);
  const title = `${count(tools.length, 'tool')} as a model sees them, about ${tokens} tokens in all (estimate: characters / 4)`;
  return [terminal.styleResult('bold', title), ...tools.map((tool) => toolText(tool, terminal))].join('\n\n');
}

function toolText(tool: ToolReport, terminal: Terminal): string {
  const { name, traits, schemaChars, estimatedTokens } = tool;
  const facts = [
    traitsText(traits),
    `stopped after ${traits.timeoutMs} ms`,
    `schema of ${schemaChars} characters`,
    `about ${estimatedTokens} tokens`,
  ];
  const rows = tool.arguments.map(({ path, type, description }) => [
    `    ${path}`,
    printableText(type),
    oneLine(description),
  ]);
  return [
    terminal.styleResult('bold', name),
    ...printableText(tool.description.trim())
      .split('\n')
      .map((line) => `  ${line}`),
    `  ${facts.join('; ')}`,
    ...(rows.length === 0 ? ['    takes no arguments'] : [alignColumns(rows, terminal.columns)]),
  ].join('\n');
}

function settingsText(
  { guards, allow, journal, approvals }: ApplicationSettings,
  terminal: Terminal,
): string {
  const allowed = allow.length === 0 ? '' : `, allows ${allow.join(', ')}`;
  const rows = [
    ['  guards', guards === 'default' ? `the default${allowed}` : guards.join(', ')],
    ['  journal', journal],
    ['  approvals', approvals],
  ];
  return `${terminal.styleResult('bold', 'In force')}\n${alignColumns(rows)}`;
}

function findingsText(findings: readonly Finding[], terminal: Terminal): string {
  const rows = findings.flatMap(({ level, tool, argument, message, remedy }) => [
    [`  ${level}`, [tool, argument].filter((part) => part !== undefined).join(' '), oneLine(message)],
    ['', '', `→ ${remedy}`],
  ]);
  // Styled once it is aligned: what colours a word would count as its width.
  const lines = alignColumns(rows).replace(/^ {2}(error|warning|hint)(?= )/gm, (word, level: FindingLevel) =>
    terminal.styleResult(STYLES[level], word),
  );
  const counts = (['error', 'warning', 'hint'] as const).map((level) =>
    count(findings.filter((finding) => finding.level === level).length, level),
  );
  return [
    terminal.styleResult('bold', `Findings: ${counts.join(', ')}`),
    ...(rows.length === 0 ? [] : [lines]),
  ].join('\n');
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

const oneLine = (text: string): string => printableText(text).replaceAll(/\s*\n\s*/g, ' ');
