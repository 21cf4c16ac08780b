import { lstatSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openChecked } from '../../src/workspace/open-checked.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';

const folder = temporaryFolder();

describe('openChecked', () => {
  it('tells where a handle really leads when a folder on the way has become a link meanwhile', async () => {
    const inside = write(folder, 'root/sub/a.txt', 'inside');
    const outside = write(folder, 'outside/a.txt', 'outside');
    const located = { realPath: inside, relativePath: 'sub/a.txt', stats: lstatSync(inside) };
    renameSync(join(folder, 'root/sub'), join(folder, 'root/moved'));
    symlinkSync(join(folder, 'outside'), join(folder, 'root/sub'));

    const opened = await openChecked(located);
    await opened.handle.close();

    // On Linux the kernel names the file; elsewhere handle and path have come apart.
    expect(opened.realPath).toBe(process.platform === 'linux' ? outside : undefined);
  });

  it('does not follow a file that has become a link meanwhile', async () => {
    mkdirSync(join(folder, 'links'));
    const target = write(folder, 'links/target.txt', 'S3C');
    const link = join(folder, 'links/link.txt');
    symlinkSync(target, link);
    const located = { realPath: link, relativePath: 'link.txt', stats: lstatSync(target) };
    await expect(openChecked(located)).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
