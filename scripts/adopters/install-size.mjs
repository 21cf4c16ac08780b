import { mkdirSync, readFileSync, statSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, install, run } from './run.mjs';

/** What the packages weigh beside Nest and the other peers, and what the core brings with it. */
export async function measureInstall({ folder, packages, step }) {
  await step('install', async () => {
    mkdirSync(folder);
    await run(folder, 'npm', ['init', '--yes', '--loglevel=error']);
    await install(folder, [packages.core, packages.tools, packages.rest], ['--legacy-peer-deps']);
  });
  await step('no install script', async () => {
    for (const file of globSync('node_modules/nestjs-tool-executor*/package.json', { cwd: folder })) {
      const { scripts = {} } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const atInstall = Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name));
      expect(atInstall.length === 0, 'no script at install', atInstall);
    }
  });
  await step('size', async () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const names = Object.keys(lock.packages).filter((path) => path !== '');
    const sizes = names.map((path) => [path.replace(/^node_modules\//, ''), sizeOf(join(folder, path))]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const stated = Number(/take less than (\d+) MB/.exec(readFileSync('README.md', 'utf8'))?.[1]);
    expect(total < stated * 1e6, `less than the ${stated} MB that the README states`, megabytes(total));
    return `${megabytes(total)} without Nest: ${sizes.map(([name, size]) => `${name} ${megabytes(size)}`).join(', ')}`;
  });
}

function sizeOf(folder) {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
