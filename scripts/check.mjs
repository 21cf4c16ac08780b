#!/usr/bin/env node
/** Every static check, one after the other; what fails is printed in full. `npm run check -- types lint` runs some. */
import { spawnSync } from 'node:child_process';

const LIBRARIES = ['libs/tool-executor', 'libs/tool-executor-tools', 'libs/tool-executor-rest'];
const SOURCES = [...LIBRARIES.map((library) => `${library}/src`), 'src'];

const CHECKS = {
  build: [['tsc', '-b']],
  types: [['tsc', '-p', 'tsconfig.test.json']],
  lint: [['oxlint', '--deny-warnings']],
  format: [['prettier', '--check', '--log-level', 'warn', '.']],
  imports: [['depcruise', ...SOURCES, '--config', '.dependency-cruiser.cjs']],
  unused: [['knip', '--no-progress', '--no-config-hints']],
  commonjs: [['node', 'scripts/build-cjs.mjs']],
  packages: LIBRARIES.map((library) => ['publint', library, '--strict']),
  'package-types': LIBRARIES.map((library) => [
    'attw',
    '--pack',
    library,
    '--profile',
    'strict',
    // The command line is an ES module alone, and nothing else is.
    ...(library === 'libs/tool-executor' ? ['--exclude-entrypoints', 'cli'] : []),
    '--no-emoji',
  ]),
  'api-report': [['node', 'scripts/api-report.mjs']],
  'codes-page': [['node', 'scripts/codes-page.mjs']],
  'spec-table': [['node', 'scripts/spec-table.mjs']],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(`Unknown check: ${unknown.join(', ')}. There are: ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
for (const [name, commands] of Object.entries(CHECKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const outputs = commands.map(([command, ...args]) => {
    const run = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return {
      ok: run.status === 0,
      text: `$ ${[command, ...args].join(' ')}\n${run.stdout}${run.stderr}${run.error ?? ''}`,
    };
  });
  const ok = outputs.every((output) => output.ok);
  console.log(`${ok ? 'pass' : 'FAIL'}  ${name}`);
  if (ok) passed += 1;
  else failed += 1;
  for (const output of outputs) if (!output.ok) console.log(output.text.trimEnd());
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
