import type { Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { DoctorReport } from '../../src/cli/doctor/doctor-report.js';
import { AilingModule, BareModule, BrokenModule, HealthyModule } from './support/patient.module.js';
import { run } from './support/run.js';

const doctor = (module: Type<unknown>, ...argv: string[]) =>
  run(['doctor', ...argv], { defaults: { application: () => ({ module }) } });

async function reportOf(module: Type<unknown>): Promise<DoctorReport> {
  return JSON.parse((await doctor(module, '--json')).stdout) as DoctorReport;
}

const shortly = ({ findings }: DoctorReport): string[] =>
  findings.map(({ level, code, tool, argument }) =>
    [level, code, tool, argument].filter((part) => part !== undefined).join(' '),
  );

describe('doctor', () => {
  it('finds what a model or an operator would stumble over, the worst first', async () => {
    expect(shortly(await reportOf(AilingModule))).toEqual([
      'warning similar_names askIt',
      'warning short_description ask_it',
      'warning undeclared_effects ask_it',
      'warning argument_without_description ask_it question',
      'hint default_timeout ask_it',
      'hint text_without_limit ask_it question',
      'hint text_without_limit ask_it tags[]',
      'hint default_guard',
      'hint journal_in_memory',
      'hint approvals_in_memory',
    ]);
  });

  it('says of a tool in order nothing but what is in force', async () => {
    expect(shortly(await reportOf(HealthyModule))).toEqual([
      'hint default_guard',
      'hint journal_in_memory',
      'hint approvals_in_memory',
    ]);
  });

  it('gives each finding a remedy', async () => {
    for (const module of [AilingModule, BareModule, BrokenModule]) {
      for (const { message, remedy } of (await reportOf(module)).findings) {
        expect([message, remedy]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
      }
    }
  });

  it('shows what is in force', async () => {
    expect((await reportOf(AilingModule)).settings).toEqual({
      guards: 'default',
      allow: ['ask_it'],
      journal: 'InMemoryToolJournal',
      approvals: 'InMemoryApprovalStore',
    });
    const bare = await reportOf(BareModule);
    expect(shortly(bare)).toEqual(['warning no_tools', 'hint journal_off']);
    expect(bare.settings).toMatchObject({ journal: 'DisabledToolJournal', approvals: 'SharedApprovalStore' });
  });

  it('shows what a model sees of a tool, with its size', async () => {
    const [tool, surplus] = (await reportOf(HealthyModule)).tools;
    expect(surplus).toBeUndefined();
    expect(tool).toMatchObject({
      name: 'get_weather',
      description: 'Gives the weather of a city\nfor the days to come.',
      source: 'Healthy.getWeather',
      traits: { readOnly: true, openWorld: true, timeoutMs: 2_000 },
      arguments: [
        { path: 'city', type: 'string, maxLength 100, required', description: 'The name of the city' },
        { path: 'days', description: 'How many days ahead' },
      ],
    });
    const { name, description, schemaChars, estimatedTokens } = tool!;
    expect(schemaChars).toBeGreaterThan(100);
    expect(estimatedTokens).toBe(Math.ceil((name.length + description.length + schemaChars) / 4));
  });

  it('is aligned text for people, on stdout', async () => {
    const { exitCode, stdout, stderr } = await doctor(HealthyModule);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^1 tool as a model sees them, about \d+ tokens in all \(estimate: characters \/ 4\)\n/,
    );
    expect(stdout).toContain(`
get_weather
  Gives the weather of a city
  for the days to come.
  read-only, open-world; stopped after 2000 ms; schema of `);
    expect(stdout).toMatch(/^ {4}city {2}string, maxLength 100, required {2}The name of the city$/m);
    expect(stdout).toContain(`
In force
  guards     the default
  journal    InMemoryToolJournal
  approvals  InMemoryApprovalStore

Findings: 0 errors, 0 warnings, 3 hints
  hint    the default guard is in force`);
    expect(stdout).toMatch(/^ {10}→ give forRoot\(\{ journal \}\)/m);
  });

  it.each<[string, Type<unknown>, string[], number]>([
    ['hints', HealthyModule, [], 0],
    ['hints, where warnings fail', HealthyModule, ['--strict'], 0],
    ['warnings', AilingModule, [], 0],
    ['warnings, where they fail', AilingModule, ['--strict'], 1],
    ['errors', BrokenModule, [], 1],
  ])('ends for %s with the exit code that scripts go by', async (_, module, argv, exitCode) => {
    expect((await doctor(module, ...argv)).exitCode).toBe(exitCode);
    expect((await doctor(module, ...argv, '--json')).exitCode).toBe(exitCode);
  });

  it('shows an application that does not start as its first finding', async () => {
    const { exitCode, stdout, stderr } = await doctor(BrokenModule);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^Findings: 1 error, 0 warnings, 0 hints\n {2}error {4}.*Two tools are called "twice": .* Rename one of them\.\n {11}→ /,
    );
    expect(await reportOf(BrokenModule)).toMatchObject({
      tools: [],
      settings: null,
      findings: [{ level: 'error', code: 'boot_failed' }],
    });
  });

  it('shows a configuration that can not be read as its first finding', async () => {
    const application = (): never => {
      throw new Error('wrong configuration:\n  - PORT is wrong');
    };
    const { exitCode, stdout } = await run(['doctor'], { defaults: { application } });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('error    wrong configuration: - PORT is wrong');
  });

  it('colours words of findings at a terminal, and keeps them aligned', async () => {
    const setting = { isTerminal: true, defaults: { application: () => ({ module: HealthyModule }) } };
    const { stdout } = await run(['doctor'], setting);
    expect(stdout).toContain('\u001b[2m  hint\u001b[22m    the default guard');
  });

  it.each([[['doctor', 'echo']], [['doctor', '--yes']], [['doctor', '--module', 'none.js']]])(
    'is wrong usage: %j',
    async (argv) => {
      const { exitCode, stdout } = await run(argv);
      expect([exitCode, stdout]).toEqual([2, '']);
    },
  );
});
