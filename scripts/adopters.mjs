#!/usr/bin/env node
/**
 * Fresh applications that install the packed packages, from `test/adopters`: `npm run adopters`.
 * `--only NAME` (may be repeated) runs some, `--json` prints the results as JSON, `--keep` keeps the folders.
 * Needs the npm registry.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replayFirstCall } from './adopters/first-call.mjs';
import { measureInstall } from './adopters/install-size.mjs';
import { packPackages } from './adopters/pack-packages.mjs';
import { Report } from './adopters/report.mjs';
import { run } from './adopters/run.mjs';
import { runApplication } from './adopters/application.mjs';
import { loadTwoCopies } from './adopters/two-copies.mjs';

const ADOPTERS = {
  'nest11-cjs-jest': runApplication,
  'nest12-cjs-jest': runApplication,
  'nest12-esm-vitest': runApplication,
  'nest12-esm-vitest-fastify': runApplication,
  'first-call': replayFirstCall,
  'two-copies': loadTwoCopies,
  'install-size': measureInstall,
};

/** Half of the time goes into waiting for the registry. */
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const names = values.only ?? Object.keys(ADOPTERS);
const unknown = names.filter((name) => !(name in ADOPTERS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(ADOPTERS).join(', ')}.`);
  process.exit(2);
}

const root = mkdtempSync(join(tmpdir(), 'adopters-'));
const report = new Report();
const removals = [];
const remove = (folder) => {
  // `rm` is much faster at it than Node, and others may go on meanwhile.
  if (!values.keep) removals.push(run(tmpdir(), 'rm', ['-rf', folder]));
};

const packages = await report.step('pack', 'packages', () => packPackages(root));
const waiting = packages === undefined ? [] : [...names];
async function takeNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const adopter = name;
    const folder = join(root, adopter);
    const step = (title, action) => report.step(adopter, title, action);
    await ADOPTERS[adopter]({ name: adopter, folder, packages, step });
    remove(folder);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, takeNext));

report.print({ json: values.json });
process.exitCode = report.failed > 0 ? 1 : 0;
if (values.keep) console.error(`kept: ${root}`);
else remove(root);
await Promise.all(removals);
