import { describe, expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import {
  ask,
  defineTool,
  InMemoryApprovalStore,
  InMemoryToolJournal,
  InProcessToolRunner,
  ToolErrorMapper,
  ToolExecutorModule,
  ToolExecutorService,
  ToolOutputGuard,
  ToolPermissionGuard,
  ToolRunner,
  ToolSource,
  ToolTracer,
  type ToolExecutorOptions,
  type ToolResult,
} from 'nestjs-tool-executor';
import { read } from './support/guide-text.js';

const page = read('docs/reference/ports.md');
const sectionOf = (port: string): string => page.split(`\n## ${port}\n`)[1]!.split('\n## ')[0]!;

const thrown = (): never => {
  throw new Error('a fault of the port');
};
const FAULTS: readonly [string, () => unknown][] = [
  ['throws', thrown],
  ['rejects', async () => thrown()],
  ['hangs', () => new Promise(() => {})],
  ['answers nothing', () => undefined],
  ['answers something unknown', () => 'whatever'],
];
const BUDGETS: ToolExecutorOptions = {
  permissionTimeoutMs: 1,
  journalTimeoutMs: 1,
  outputGuardTimeoutMs: 1,
  errorMapperTimeoutMs: 1,
  sourceTimeoutMs: 1,
  timeoutMs: 1,
  stopGraceMs: 0,
};

/** A port of which one method has the fault. */
function faulty<Port extends object>(port: Port, method: string, fault: () => unknown): Port {
  return Object.assign(port, { [method]: fault });
}

class Asking extends ToolPermissionGuard {
  decide() {
    return ask('somebody must decide');
  }
}
class Silent extends ToolTracer {
  start() {
    return { end: () => {} };
  }
}

interface Case {
  readonly options?: (fault: () => unknown) => ToolExecutorOptions;
  readonly runner?: (fault: () => unknown) => ToolRunner;
  readonly name?: string;
  /** `undefined`: a success. */
  readonly codes: readonly (string | undefined)[];
}
const store = (): InMemoryApprovalStore => new InMemoryApprovalStore();
const CASES: readonly [port: string, method: string, Case][] = [
  [
    'ToolSource',
    'resolve',
    {
      options: (fault) => ({
        sources: [faulty({ list: () => [] } as unknown as ToolSource, 'resolve', fault)],
      }),
      name: 'elsewhere',
      codes: ['unknown_tool'],
    },
  ],
  [
    'ToolPermissionGuard',
    'decide',
    {
      options: (fault) => ({ guards: [faulty(new Asking(), 'decide', fault)] }),
      codes: ['permission_denied'],
    },
  ],
  [
    'ToolPermissionGuard',
    'isVisible',
    { options: (fault) => ({ guards: [faulty(new Asking(), 'isVisible', fault)] }), codes: ['unknown_tool'] },
  ],
  [
    'ToolJournal',
    'begin',
    {
      options: (fault) => ({ journal: faulty(new InMemoryToolJournal(store()), 'begin', fault) }),
      codes: ['unavailable'],
    },
  ],
  [
    'ToolJournal',
    'finish',
    {
      options: (fault) => ({ journal: faulty(new InMemoryToolJournal(store()), 'finish', fault) }),
      codes: [undefined],
    },
  ],
  [
    'ToolRunner',
    'run',
    {
      runner: (fault) => faulty(new InProcessToolRunner(), 'run', fault),
      codes: ['tool_error', 'timeout', 'internal_error'],
    },
  ],
  [
    'ToolOutputGuard',
    'check',
    {
      options: (fault) => ({ outputGuards: [faulty({} as ToolOutputGuard, 'check', fault)] }),
      codes: ['invalid_output'],
    },
  ],
  [
    'ToolErrorMapper',
    'map',
    {
      options: (fault) => ({ errorMappers: [faulty({} as ToolErrorMapper, 'map', fault)] }),
      name: 'fail',
      codes: ['tool_error'],
    },
  ],
  [
    'ToolTracer',
    'start',
    { options: (fault) => ({ tracers: [faulty(new Silent(), 'start', fault)] }), codes: [undefined] },
  ],
];
const TOOLS = [
  defineTool({ name: 'find', description: 'Finds something', readOnly: true, execute: () => 42 }),
  defineTool({ name: 'fail', description: 'Fails at once', readOnly: true, execute: thrown }),
];

async function call({ options, runner, name = 'find' }: Case, fault: () => unknown): Promise<ToolResult> {
  const given = { tracers: [new Silent()], ...BUDGETS, ...options?.(fault) };
  const application = Test.createTestingModule({
    imports: [ToolExecutorModule.forRoot(given)],
    providers: TOOLS,
  });
  if (runner !== undefined) application.overrideProvider(ToolRunner).useValue(runner(fault));
  const module = await application.compile();
  module.useLogger(false);
  await module.init();
  const result = await module.get(ToolExecutorService).execute({ name, arguments: {} });
  await module.close();
  return result;
}

describe.each(CASES)('the page of ports on %s.%s()', (port, method, tested) => {
  it.each(FAULTS)('is right where it %s', async (_, fault) => {
    const result = await call(tested, fault);
    expect(tested.codes).toContain(result.success ? undefined : result.metadata.code);
  });

  it('names what comes of it', () => {
    const section = sectionOf(port);
    expect(section).toContain(`\`${method}()\``);
    for (const code of tested.codes.filter((each) => each !== undefined && each !== 'unknown_tool')) {
      expect(section).toContain(`\`${code}\``);
    }
  });
});
