import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, install, run } from './run.mjs';

const PATCH = resolve('test/adopters/first-call/change.patch');
const MAX_CHANGED_LINES = 15;
const MAX_SECONDS = 300;

/** From `nest new` to the first guarded tool call: a change of few lines, with the tests of the new application as they were. */
export async function replayFirstCall({ folder, packages, step }) {
  const start = performance.now();
  const app = join(folder, 'shop');
  const testsOf = () =>
    globSync('{src,test}/**/*spec.ts', { cwd: app })
      .toSorted()
      .map((file) => [file, readFileSync(join(app, file), 'utf8')]);
  let tests;
  await step('nest new', async () => {
    mkdirSync(folder);
    await run(folder, 'npm', ['init', '--yes', '--loglevel=error']);
    await install(folder, ['@nestjs/cli@^12.0.8']);
    await run(folder, 'npx', [
      'nest',
      'new',
      'shop',
      '--skip-install',
      '--skip-git',
      '--package-manager',
      'npm',
      '--no-observe',
    ]);
    tests = testsOf();
    expect(tests.length > 0, 'tests in a new application', tests);
  });
  await step('install', () => install(app, [packages.core, 'class-validator', 'class-transformer']));
  await step('change', async () => {
    const lines = readFileSync(PATCH, 'utf8')
      .split('\n')
      .filter((line) => /^[+-](?!\+\+ |-- )/.test(line));
    expect(lines.length <= MAX_CHANGED_LINES, `at most ${MAX_CHANGED_LINES} changed lines`, lines);
    await run(app, 'git', ['apply', PATCH]);
    return `${lines.length} changed lines`;
  });
  await step('tests', async () => {
    expect(JSON.stringify(testsOf()) === JSON.stringify(tests), 'the tests as they were', testsOf());
    await run(app, 'npm', ['test']);
    await run(app, 'npm', ['run', 'test:e2e']);
  });
  await step('build', () => run(app, 'npm', ['run', 'build']).then(() => undefined));
  await step('first call', async () => {
    const call = [
      'nestjs-tool-executor',
      'call',
      '--module',
      'dist/app.module.js',
      '--json',
      'greet',
      '{"name":"Ada"}',
    ];
    const asked = JSON.parse(await run(app, 'npx', call, { exitCodes: [1] }));
    expect(asked.metadata.code === 'approval_required', 'approval_required', asked);
    const approved = JSON.parse(await run(app, 'npx', [...call, '--yes']));
    expect(approved.output === 'Hello Ada!', 'a greeting', approved);
    const seconds = Math.round((performance.now() - start) / 1000);
    expect(seconds < MAX_SECONDS, `at most ${MAX_SECONDS} seconds`, seconds);
    return `from nest new to the first call in ${seconds} s`;
  });
}
