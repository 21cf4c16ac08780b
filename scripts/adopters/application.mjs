import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bootedApplication } from './booted-application.mjs';
import { expect, install, run } from './run.mjs';

const TEMPLATES = 'test/adopters';

/** An application with a test of its own gets the three packages, tools and a test of them; then it boots and is called over HTTP. */
export async function runApplication({ name, folder, packages, step }) {
  const before = resolve(TEMPLATES, name, 'before');
  const tools = resolve(TEMPLATES, name, 'tools');
  await step('install', async () => {
    mkdirSync(folder);
    cpSync(before, folder, { recursive: true });
    for (const file of readdirSync(tools, { recursive: true })) {
      expect(!(file.endsWith('.spec.ts') && existsSync(join(before, file))), 'no test to be altered', file);
    }
    cpSync(tools, folder, { recursive: true });
    await install(folder, [
      ...Object.values(packages),
      'class-validator@^0.15.1',
      'class-transformer@^0.5.1',
    ]);
  });
  await step('types', () =>
    run(folder, 'npx', ['tsc', '-p', 'tsconfig.json', '--noEmit']).then(() => undefined),
  );
  await step('tests', () => run(folder, 'npm', ['test']).then(() => undefined));
  await step('build', () => run(folder, 'npm', ['run', 'build']).then(() => undefined));
  await step('HTTP', () => callOverHttp(folder));
  await step('command line', () => callFromCommandLine(folder));
}

async function callOverHttp(folder) {
  await using app = await bootedApplication(folder, 'dist/main.js');
  const greeting = await app.get('/greeting');
  expect(greeting === 'hello', "the application's own route", greeting);
  const tools = JSON.stringify(await app.get('/tools'));
  for (const tool of ['find_order', 'cancel_orders', 'read_file']) expect(tools.includes(tool), tool, tools);

  const found = await app.call('find_order', '{"number":"A-17","page":{"number":"2"},"pin":"1234"}');
  expect(found.success && found.output.page === 2, 'page 2 of an order', found);
  const wrong = await app.call('find_order', {});
  expect(wrong.metadata.code === 'invalid_arguments', 'invalid_arguments', wrong);
  const missing = await app.call('find_order', { number: 'Z-0' });
  expect(missing.error === 'there is no order Z-0', 'the words of a ToolError', missing);
  const asked = await app.call('cancel_orders', {});
  expect(asked.metadata.code === 'approval_required', 'approval_required', asked);
  const read = await app.call('read_file', { path: 'package.json', limit: 1 });
  expect(read.success, 'a file', read);
}

async function callFromCommandLine(folder) {
  const args = ['nestjs-tool-executor', 'call', '--module', 'dist/app.module.js', '--json', 'find_order'];
  const result = JSON.parse(await run(folder, 'npx', [...args, '{"number":"A-17"}']));
  expect(result.success, 'a result', result);
}
