import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { defineTool, ToolExecutorModule, ToolRegistry } from 'nestjs-tool-executor';
import { DEFAULT_TOOL_EXECUTOR_OPTIONS } from '../../libs/tool-executor/src/tool-executor.options.js';
import { interfaceMembers, type InterfaceMember } from './support/interface-members.js';
import { tableRows } from './support/table-rows.js';

const SOURCES = 'libs/tool-executor/src';
const page = readFileSync('docs/reference/options.md', 'utf8');
const forRoot = between('## forRoot()', '### intake');
const intake = between('### intake', '### overrides');
const overrides = between('### overrides', '## @Tool() and defineTool()');
const tool = between('## @Tool() and defineTool()', undefined);

function between(heading: string, next: string | undefined): string[][] {
  const from = page.indexOf(`\n${heading}\n`);
  const to = next === undefined ? page.length : page.indexOf(`\n${next}\n`);
  if (from < 0 || to < from) throw new Error(`the page has no ${heading} before ${next}`);
  return tableRows(page.slice(from, to)).filter(([name]) => name !== 'option');
}

const code = (text: string): string => `\`${text}\``;
const sorted = (members: readonly InterfaceMember[]): string[] =>
  members.map(({ name, type }) => `${code(name)} ${code(type)}`).toSorted();
const shown = (rows: readonly string[][]): string[] =>
  rows.map(([name, type]) => `${name} ${type}`).toSorted();

/** As the page writes a default. */
function written(value: unknown): string {
  if (typeof value === 'number') return code(value.toLocaleString('en').replaceAll(',', '_'));
  if (typeof value === 'string') return code(`'${value}'`);
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return 'none';
  return code(String(value));
}

/** The defaults of the nested options as `outer.inner`. */
function flat(defaults: object, prefix = ''): [string, unknown][] {
  return Object.entries(defaults).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && !Array.isArray(value) && Object.keys(value as object).length > 0
      ? flat(value as object, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  );
}

describe('the page of options', () => {
  const members = (path: string, name: string): InterfaceMember[] =>
    interfaceMembers(`${SOURCES}/${path}.ts`, name);

  it('has each option of forRoot() with its type, and no other', () => {
    expect(shown(forRoot)).toEqual(sorted(members('tool-executor.options', 'ToolExecutorOptions')));
    expect(shown(intake)).toEqual(sorted(members('intake/intake-limits', 'IntakeLimits')));
    expect(shown(overrides)).toEqual(sorted(members('tool/tool-override', 'ToolOverride')));
  });

  it('has each option of @Tool() with its type, and no other', () => {
    const traits = members('tool/tool-traits', 'ToolTraits');
    const own = members('tool/tool-options', 'ToolOptions').filter(({ name }) => name !== 'permission');
    expect(shown(tool)).toEqual(sorted([...traits, ...own]));
  });

  it.each(flat({ ...DEFAULT_TOOL_EXECUTOR_OPTIONS, redaction: { keys: [], secrets: [] } }))(
    'says what %s is by default',
    (name, value) => {
      const rows = name.startsWith('intake.') ? intake : forRoot;
      const [, , stated] = rows.find(([option]) => option === code(name.replace('intake.', '')))!;
      expect(stated).toBe(written(value));
    },
  );

  it('says what a tool is by default', async () => {
    const bare = defineTool({ name: 'bare', description: 'Says nothing of itself', execute: () => null });
    const application = Test.createTestingModule({
      imports: [ToolExecutorModule.forRoot()],
      providers: [bare],
    });
    const module = await application.compile();
    await module.init();
    const { traits } = module.get(ToolRegistry).get('bare')!.definition;
    await module.close();
    const said = { ...traits, timeoutMs: undefined, destructive: undefined, idempotent: undefined };
    for (const [name, value] of Object.entries(said)) {
      if (value === undefined) continue;
      const [, , stated] = tool.find(([option]) => option === code(name))!;
      expect(`${name}: ${stated}`).toBe(`${name}: ${written(value)}`);
    }
    expect(traits).toMatchObject({ timeoutMs: 30_000, destructive: true, idempotent: false });
  });
});
