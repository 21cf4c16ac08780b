#!/usr/bin/env node
/** The CommonJS build of the packages, beside their ES modules: `dist/cjs`. All of them, or `build-cjs.mjs tool-executor-tools`. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const LIBRARIES = readdirSync(join(ROOT, 'libs')).filter((library) =>
  existsSync(join(ROOT, 'libs', library, 'tsconfig.cjs.json')),
);

const asked = process.argv.slice(2);
const libraries = asked.length > 0 ? asked : LIBRARIES;

// The CommonJS build reads the types of the ES modules of the other packages.
compile('-b', ...libraries.map((library) => `libs/${library}`));
for (const library of libraries) {
  compile('-p', `libs/${library}/tsconfig.cjs.json`);
  writeFileSync(
    resolve(ROOT, 'libs', library, 'dist/cjs/package.json'),
    `${JSON.stringify({ type: 'commonjs', sideEffects: false })}\n`,
  );
}

function compile(...args) {
  const run = spawnSync(process.execPath, [TSC, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) process.exit(1);
}
