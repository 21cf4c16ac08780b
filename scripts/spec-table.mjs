#!/usr/bin/env node
/** Fails when a row of docs/spec/pipeline.md names a test that doesn't exist. A row's last cell is `` `file.spec.ts`: title ``. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const PAGE = 'docs/spec/pipeline.md';
const specs = new Map();
for (const file of globSync('{test,libs/*/test}/**/*.spec.ts')) {
  specs.set(
    basename(file),
    `${specs.get(basename(file)) ?? ''}\n${readFileSync(file, 'utf8').replaceAll("\\'", "'")}`,
  );
}

const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (scenario|---)/i.test(line));
const problems = [];
for (const row of rows) {
  const cells = row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const named = /^`([^`]+\.spec\.ts)`: (.+)$/.exec(cells.at(-1) ?? '');
  if (cells.length !== 3 || named === null) {
    problems.push(`not a row of three cells that ends in a test: ${row}`);
    continue;
  }
  const [, file, title] = named;
  const source = specs.get(file);
  if (source === undefined) problems.push(`${file} doesn't exist (row "${cells[0]}")`);
  else if (!source.includes(title)) problems.push(`${file} has no test "${title}" (row "${cells[0]}")`);
}
if (rows.length === 0) problems.push('the table has no rows');
for (const problem of problems) console.error(`${PAGE}: ${problem}`);
if (problems.length === 0) console.log(`${PAGE}: ${rows.length} rows, each held by a test`);
process.exitCode = problems.length > 0 ? 1 : 0;
