import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const run = promisify(execFile);
const CORE = resolve('libs/tool-executor');
const PACKAGES = ['libs/tool-executor', 'libs/tool-executor-tools', 'libs/tool-executor-rest'];

interface Entry {
  readonly import?: { readonly default: string };
  readonly default?: string;
}
interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Entry | string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

const ENTRIES = PACKAGES.flatMap((folder) => {
  const { name, exports } = manifestOf(folder);
  return Object.entries(exports)
    .filter((entry): entry is [string, Entry] => typeof entry[1] !== 'string')
    .map(([path, entry]) => [
      name + path.slice(1),
      resolve(folder, (entry.import?.default ?? entry.default)!),
    ]);
});

describe('the packages', () => {
  it('depend on ajv alone', () => {
    expect(PACKAGES.map((folder) => Object.keys(manifestOf(folder).dependencies ?? {}))).toEqual([
      ['ajv'],
      [],
      [],
    ]);
  });

  it.each(PACKAGES)('run no script at install: %s', (folder) => {
    const names = Object.keys(manifestOf(folder).scripts ?? {});
    expect(names.filter((name) => /^((pre|post)?install|prepare)$/.test(name))).toEqual([]);
  });

  it.each(PACKAGES)('take Nest 11 and 12 as peers: %s', (folder) => {
    const peers = Object.entries(manifestOf(folder).peerDependencies);
    const nest = peers.filter(([name]) => /^@nestjs\/(common|core)$/.test(name));
    expect(nest).not.toEqual([]);
    for (const [, range] of nest) expect(range).toBe('^11.2.0 || ^12.1.0');
  });

  it.each(ENTRIES)('load alone, also by require(), in a fresh process: %s', async (_, file) => {
    // require() of an ES module refuses a top-level await.
    const { stdout } = await run(process.execPath, [
      '-p',
      `Object.keys(require(${JSON.stringify(file)})).length`,
    ]);
    expect(Number(stdout)).toBeGreaterThan(0);
  });
});

describe('two copies of the core in one process', () => {
  it("run each other's tools, errors, outputs and ports", async () => {
    mkdirSync(join(CORE, 'temp'), { recursive: true });
    const copy = mkdtempSync(join(CORE, 'temp/copy-'));
    try {
      cpSync(join(CORE, 'dist'), copy, { recursive: true });
      const copies = [join(copy, 'index.js'), join(CORE, 'dist/index.js')];
      const { stdout } = await run(process.execPath, ['test/support/two-copies.mjs', ...copies]);
      expect(JSON.parse(stdout)).toEqual([]);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
