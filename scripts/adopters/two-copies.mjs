import { copyFileSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, install, run } from './run.mjs';

/** One process with both builds: what one declares, the other runs. */
export async function loadTwoCopies({ folder, packages, step }) {
  await step('install', async () => {
    mkdirSync(folder);
    await run(folder, 'npm', ['init', '--yes', '--loglevel=error']);
    await install(folder, [packages.core, '@nestjs/common@^12.1.0', '@nestjs/core@^12.1.0']);
    copyFileSync(resolve('test/support/two-copies.mjs'), join(folder, 'two-copies.mjs'));
  });
  const dist = join(folder, 'node_modules/nestjs-tool-executor/dist');
  const copies = { 'ES module': join(dist, 'index.js'), CommonJS: join(dist, 'cjs/index.js') };
  for (const [one, other] of [
    ['ES module', 'CommonJS'],
    ['CommonJS', 'ES module'],
  ]) {
    await step(`tools of ${one}, executor of ${other}`, async () => {
      const failed = JSON.parse(
        await run(folder, process.execPath, ['two-copies.mjs', copies[one], copies[other]]),
      );
      expect(failed.length === 0, 'every check to hold', failed);
    });
  }
  await step('require() gives the ES module', async () => {
    const loaded = await run(folder, process.execPath, ['-p', "require.resolve('nestjs-tool-executor')"]);
    expect(loaded.trim() === realpathSync(copies['ES module']), 'one copy for import and require()', loaded);
  });
}
