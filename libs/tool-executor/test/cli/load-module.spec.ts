import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../src/cli/command.error.js';
import { loadModule } from '../../src/cli/load-module.js';
import { UsageError } from '../../src/cli/usage.error.js';

const folder = mkdtempSync(join(tmpdir(), 'cli-'));
let files = 0;

/** `Reflect` is what the decorator of a compiled file uses. */
const file = (source: string, extension = 'mjs'): string => {
  const path = join(folder, `module-${(files += 1)}.${extension}`);
  writeFileSync(path, `const Module = (c) => (Reflect.defineMetadata('imports', [], c), c);\n${source}`);
  return path;
};

describe('the module of an application', () => {
  it.each([
    ['the default export', 'export default class Root {}; export class AppModule {}', undefined, 'Root'],
    ['AppModule', 'export class AppModule {}; export class Other {}; Module(Other)', undefined, 'AppModule'],
    [
      'the only class marked with @Module()',
      'export class Main {}; Module(Main); export class Dto {}; export const x = 1',
      undefined,
      'Main',
    ],
    [
      'one module under two names',
      'class Main {}; Module(Main); export { Main, Main as Root }',
      undefined,
      'Main',
    ],
    ['the named export', 'export class AppModule {}; export class Other {}', 'Other', 'Other'],
  ])('is %s', async (_, source, exportName, expected) => {
    expect((await loadModule(file(source), exportName)).name).toBe(expected);
  });

  it.each([
    ['AppModule', 'exports.AppModule = class AppModule {}; exports.__esModule = true'],
    ['what a computed key exports', 'const k = "AppModule"; exports[k] = class AppModule {}'],
    ['exports.default', 'exports.__esModule = true; exports.default = class AppModule {}'],
    ['module.exports itself', 'module.exports = class AppModule {}'],
  ])('may be %s of a CommonJS file', async (_, source) => {
    expect((await loadModule(file(source, 'cjs'), undefined)).name).toBe('AppModule');
  });

  it.each([
    ['several modules', 'export class A {}; export class B {}; Module(A); Module(B)', undefined, 'A, B'],
    ['no module', 'export class Dto {}', undefined, 'no class marked with @Module()'],
    [
      'another name',
      'export class BillingModule {}; Module(BillingModule)',
      'BilingModule',
      'did you mean BillingModule?',
    ],
    ['a value of that name', 'export const AppModule = 1', 'AppModule', 'no class AppModule'],
  ])('is wrong usage for %s', async (_, source, exportName, problem) => {
    const loading = loadModule(file(source), exportName);
    await expect(loading).rejects.toThrow(UsageError);
    await expect(loading).rejects.toThrow(problem);
  });

  it('is wrong usage for a file that is not there', async () => {
    await expect(loadModule(join(folder, 'none.js'), undefined)).rejects.toThrow(UsageError);
  });

  it('is a failure for a file that throws', async () => {
    const loading = loadModule(file('throw new Error("no database")'), undefined);
    await expect(loading).rejects.toThrow(CommandError);
    await expect(loading).rejects.toThrow('no database');
  });
});
