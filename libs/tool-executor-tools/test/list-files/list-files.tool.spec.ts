import { mkdirSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ListFilesArgs } from '../../src/list-files/list-files.args.js';
import { ListFilesTool } from '../../src/list-files/list-files.tool.js';
import { Workspace } from '../../src/workspace/workspace.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';
import { toolContext } from '../support/tool-context.js';

const folder = temporaryFolder();
let tool: ListFilesTool;

beforeAll(() => {
  write(folder, 'tree/b.txt', 'bb');
  write(folder, 'tree/a/deep/c.txt', 'ccc');
  write(folder, 'tree/a/x.txt', 'x');
  write(folder, 'tree/a.txt', 'a');
  write(folder, 'tree/.env', 'KEY=S3C');
  write(folder, 'tree/.env.d/key', 'S3C');
  write(folder, 'tree/.git/HEAD', 'ref');
  symlinkSync('/etc', join(folder, 'tree/etc'));
  symlinkSync('a', join(folder, 'tree/to-a'));
  execFileSync('mkfifo', [join(folder, 'tree/pipe')]);
  mkdirSync(join(folder, 'bare'));
  tool = new ListFilesTool(new Workspace(folder));
});

const list = (args: Partial<ListFilesArgs> = {}) =>
  tool.execute(Object.assign(new ListFilesArgs(), args), toolContext());
const paths = async (args: Partial<ListFilesArgs>) => (await list(args)).entries.map((entry) => entry.path);

describe('list_files', () => {
  it('lists a folder, sorted, with paths that read_file takes', async () => {
    expect(await list({ path: 'tree' })).toEqual({
      path: 'tree',
      entries: [
        { path: 'tree/.git', type: 'directory' },
        { path: 'tree/a', type: 'directory' },
        { path: 'tree/a.txt', type: 'file', bytes: 1 },
        { path: 'tree/b.txt', type: 'file', bytes: 2 },
        { path: 'tree/etc', type: 'link' },
        { path: 'tree/pipe', type: 'other' },
        { path: 'tree/to-a', type: 'link' },
      ],
      truncated: false,
    });
  });

  it('lists the workspace itself by default', async () => {
    const listing = await list();
    expect(listing.path).toBe('.');
    expect(listing.entries.map((entry) => entry.path)).toEqual(['bare', 'tree']);
  });

  it('lists what is below, each folder right before what it holds, and follows no links', async () => {
    expect(await paths({ path: 'tree', recursive: true })).toEqual([
      'tree/.git',
      'tree/.git/HEAD',
      'tree/a',
      'tree/a/deep',
      'tree/a/deep/c.txt',
      'tree/a/x.txt',
      'tree/a.txt',
      'tree/b.txt',
      'tree/etc',
      'tree/pipe',
      'tree/to-a',
    ]);
  });

  it('keeps what is nearest when the limit cuts, and says that it did', async () => {
    const listing = await list({ path: 'tree', recursive: true, limit: 8 });
    expect(listing.truncated).toBe(true);
    expect(listing.entries.map((entry) => entry.path)).toEqual([
      'tree/.git',
      'tree/.git/HEAD',
      'tree/a',
      'tree/a.txt',
      'tree/b.txt',
      'tree/etc',
      'tree/pipe',
      'tree/to-a',
    ]);
  });

  it('is not truncated when the limit is exactly enough', async () => {
    expect((await list({ path: 'tree', limit: 7 })).truncated).toBe(false);
    expect((await list({ path: 'tree', limit: 6 })).truncated).toBe(true);
  });

  it('gives no entries for an empty folder', async () => {
    expect(await list({ path: 'bare' })).toEqual({ path: 'bare', entries: [], truncated: false });
  });

  it('says nothing of environment files', async () => {
    expect(JSON.stringify(await list({ recursive: true }))).not.toContain('.env');
  });

  it('names a folder by its real path when it is listed through a link', async () => {
    const listing = await list({ path: 'tree/to-a' });
    expect(listing.path).toBe('tree/a');
    expect(listing.entries[0]?.path).toBe('tree/a/deep');
  });

  it.each([
    ['tree/etc', 'outside the workspace'],
    ['..', 'outside the workspace'],
    ['tree/.env.d', 'hold secrets'],
    ['tree/a.txt', 'is not a folder'],
    ['absent', 'does not exist'],
  ])('refuses %s', async (path, reason) => {
    await expect(list({ path })).rejects.toThrow(reason);
  });

  it('stops when the signal aborts', async () => {
    const context = toolContext({ signal: AbortSignal.abort(new Error('enough')) });
    await expect(tool.execute(new ListFilesArgs(), context)).rejects.toThrow('enough');
  });
});
