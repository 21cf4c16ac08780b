import assert from 'node:assert/strict';
import { compilableDefinition } from '../../discovery/compilable-definition.js';
import { compileTool } from '../../discovery/compile-tool.js';
import type { ToolSource } from '../../discovery/tool-source.js';
import { DefinedTool } from '../../tool/defined-tool.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import { resolveToolExecutorOptions } from '../../tool-executor.options.js';
import { ClassValidatorToolValidator } from '../../validation/class-validator.validator.js';
import {
  casesOf,
  type ContractCase,
  type ContractOptions,
  type MakeSubject,
  type Rule,
} from './contract-case.js';

/** @publicApi */
export interface ToolSourceContractOptions extends ContractOptions<ToolSource> {
  /** More contexts to ask it with, such as those of principals that it has tools for. */
  readonly contexts?: readonly ToolExecutionContext[];
}

/**
 * What every ToolSource has to keep, whatever tools it has. What it has must not change meanwhile.
 *
 * @publicApi
 */
export function toolSourceContract(
  make: MakeSubject<ToolSource>,
  { contexts = [], ...options }: ToolSourceContractOptions = {},
): ContractCase[] {
  return casesOf(rulesFor([...CONTEXTS, ...contexts]), make, options);
}

const CONTEXTS: readonly ToolExecutionContext[] = [
  {},
  { principal: { id: 'alice' } },
  { principal: { id: 'bob', tenant: 'acme', roles: ['clerk'] }, conversationId: 'c1' },
].map((context) => Object.freeze(context));

/** What a model may ask for. */
const NOBODYS_NAMES = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'nobody_has_this_tool',
  'Nobody-Has-This-Tool',
  'n'.repeat(64),
];

function rulesFor(contexts: readonly ToolExecutionContext[]): Rule<ToolSource>[] {
  return [
    [
      'lists tools that defineTool() has made, each name once',
      async (source) => {
        for (const context of contexts) {
          const tools: unknown = await source.list(context);
          assert.ok(Array.isArray(tools), 'the list is not an array');
          for (const tool of tools) assert.ok(DefinedTool.isInstance(tool), 'a tool is not of defineTool()');
          const names = (tools as DefinedTool[]).map(({ name }) => name);
          assert.deepEqual([...new Set(names)], names);
        }
      },
    ],
    [
      'lists tools that compile',
      async (source) => {
        const validator = new ClassValidatorToolValidator();
        const options = resolveToolExecutorOptions();
        for (const context of contexts) {
          for (const tool of await source.list(context))
            compileTool(compilableDefinition(tool, undefined), validator, options);
        }
      },
    ],
    [
      'resolves each tool that it lists, to the very value that it lists, and both again',
      async (source) => {
        for (const context of contexts) {
          for (const tool of await source.list(context)) {
            assert.equal(await source.resolve(tool.name, context), tool, tool.name);
            assert.equal(await source.resolve(tool.name, context), tool, tool.name);
          }
          assert.deepEqual([...(await source.list(context))], [...(await source.list(context))]);
        }
      },
    ],
    [
      'resolves a name that it does not have to nothing',
      async (source) => {
        for (const context of contexts) {
          const own = new Set((await source.list(context)).map(({ name }) => name));
          for (const name of NOBODYS_NAMES.filter((each) => !own.has(each))) {
            const answer = await source.resolve(name, context);
            assert.ok(answer === undefined || answer === null, name);
          }
        }
      },
    ],
    [
      'answers many at once as it answers one',
      async (source) => {
        for (const context of contexts) {
          const names = [...(await source.list(context)).map(({ name }) => name), ...NOBODYS_NAMES];
          const alone: unknown[] = [];
          for (const name of names) alone.push((await source.resolve(name, context)) ?? null);
          const together = await Promise.all(
            names.map(async (name) => (await source.resolve(name, context)) ?? null),
          );
          together.forEach((answer, at) => assert.equal(answer, alone[at], names[at]));
        }
      },
    ],
  ];
}
