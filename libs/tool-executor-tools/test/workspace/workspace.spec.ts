import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Workspace } from '../../src/workspace/workspace.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const root = join(folder, 'proj');
let workspace: Workspace;
const socket = createServer();

beforeAll(async () => {
  write(root, 'a.txt', 'inside');
  write(root, '..foo', 'inside');
  write(root, 'sub/b.txt', 'inside');
  write(root, '.env', 'KEY=S3C');
  write(root, '.ENV.local', 'KEY=S3C');
  write(root, '.env.d/key.txt', 'S3C');
  write(root, 'once.txt', 'S3C');
  linkSync(join(root, 'once.txt'), join(root, 'twice.txt'));
  write(folder, 'proj-evil/a.txt', 'S3C');
  write(folder, 'secret.txt', 'S3C');
  symlinkSync(root, join(folder, 'spelled'));
  symlinkSync('..', join(root, 'up'));
  symlinkSync('../secret.txt', join(root, 'to-secret'));
  symlinkSync(join(folder, 'nowhere'), join(root, 'dangling-outside'));
  symlinkSync('nowhere', join(root, 'dangling-inside'));
  symlinkSync('self', join(root, 'self'));
  symlinkSync('pong', join(root, 'ping'));
  symlinkSync('ping', join(root, 'pong'));
  symlinkSync('.env', join(root, 'innocent'));
  symlinkSync('../a.txt', join(root, 'sub/to-a'));
  symlinkSync(join(folder, 'spelled/a.txt'), join(root, 'absolute-to-a'));
  symlinkSync('sub', join(root, 'to-sub'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  await new Promise<void>((resolve) => socket.listen(join(root, 'socket'), resolve));
  workspace = new Workspace(join(folder, 'spelled'));
});

afterAll(() => {
  socket.close();
});

async function read(path: string, from: Workspace = workspace): Promise<string> {
  const { handle } = await from.openFile(path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

const outside = (path: string) => `${JSON.stringify(path)} is outside the workspace`;

describe('Workspace', () => {
  it.each(['a.txt', './sub/../a.txt', 'sub/to-a', 'absolute-to-a', 'to-sub/b.txt', '..foo'])(
    'opens %s, which is inside',
    async (path) => {
      expect(await read(path)).toBe('inside');
    },
  );

  it('opens absolute paths in both spellings when the root itself is a link', async () => {
    expect(await read(join(root, 'a.txt'))).toBe('inside');
    expect(await read(join(folder, 'spelled', 'a.txt'))).toBe('inside');
    expect(workspace.root).toBe(root);
  });

  it.each([
    '../secret.txt',
    '../proj-evil/a.txt',
    'sub/../../secret.txt',
    'to-secret',
    'up/secret.txt',
    'up/nothing-here.txt',
    'up/proj/../secret.txt',
    '/etc/hostname',
    '/no/such/file',
    'dangling-outside',
    'dangling-outside/x',
  ])('refuses %s in the same words, whether it exists or not', async (path) => {
    await expect(workspace.openFile(path)).rejects.toMatchObject({
      message: outside(path),
      code: 'permission_denied',
      retryable: false,
    });
    await expect(workspace.openFolder(path)).rejects.toMatchObject({ message: outside(path) });
    await expect(workspace.resolveFolder(path)).rejects.toMatchObject({ message: outside(path) });
  });

  it('refuses absolute paths of a folder whose name begins like the root', async () => {
    const path = join(folder, 'proj-evil/a.txt');
    await expect(workspace.openFile(path)).rejects.toMatchObject({ message: outside(path) });
  });

  it.each([
    ['.env', 'names that start with .env hold secrets'],
    ['.ENV.local', 'names that start with .env hold secrets'],
    ['.env.d/key.txt', 'names that start with .env hold secrets'],
    ['.env.absent', 'names that start with .env hold secrets'],
    ['innocent', 'names that start with .env hold secrets'],
    ['twice.txt', 'second name (hard link)'],
    ['fifo', 'is not a regular file'],
    ['socket', 'is not a regular file'],
    ['sub', 'is a folder, not a file'],
    ['.', 'is a folder, not a file'],
    ['self', 'is a link that leads to itself'],
    ['ping', 'is a link that leads to itself'],
    ['absent.txt', 'does not exist'],
    ['a.txt/x', 'does not exist'],
    ['dangling-inside', 'does not exist'],
    ['x'.repeat(300), 'is too long a name for the disk'],
  ])('refuses the file %s: %s', async (path, reason) => {
    await expect(workspace.openFile(path)).rejects.toThrow(reason);
  });

  it.each([
    ['', 'the path is empty'],
    ['a\0.txt', 'the path contains a NUL character'],
    ['ä/'.repeat(1400), 'the path is longer than 4096 bytes'],
    ['a\ud800', 'the path is not well-formed Unicode'],
  ])('refuses the malformed path %j', async (path, message) => {
    await expect(workspace.openFile(path)).rejects.toMatchObject({ message, code: 'invalid_arguments' });
  });

  it('keeps the absolute path of the workspace out of its errors', async () => {
    await expect(workspace.openFile('absent.txt')).rejects.toMatchObject({
      message: '"absent.txt" does not exist',
    });
  });

  it('shows control characters of a path as escapes', async () => {
    await expect(workspace.openFile('a\n\u001b[31m\u202e')).rejects.toMatchObject({
      message: String.raw`"a\n\u001b[31m\u202e" does not exist`,
    });
  });

  it('opens hard links where the options allow them', async () => {
    expect(await read('twice.txt', new Workspace(root, { hardLinks: 'allow' }))).toBe('S3C');
  });

  it('opens a folder by what it is, not by its name', async () => {
    const opened = await workspace.openFolder('to-sub');
    expect(opened.path).toBe('sub');
    await opened.handle.close();
  });

  it('refuses a file where a folder is wanted', async () => {
    await expect(workspace.openFolder('a.txt')).rejects.toThrow('"a.txt" is not a folder');
    await expect(workspace.resolveFolder('a.txt')).rejects.toThrow('"a.txt" is not a folder');
  });

  it('stays answerable when pipes that nobody writes to are opened many times', async () => {
    await Promise.allSettled(Array.from({ length: 16 }, () => workspace.openFile('fifo')));
    expect(await read('a.txt')).toBe('inside');
  });

  it('takes / as a root, and keeps what belongs to the kernel closed', async () => {
    const all = new Workspace('/');
    expect(await read(join(root, 'a.txt'), all)).toBe('inside');
    await expect(all.openFile('/proc/self/environ')).rejects.toThrow('belongs to the kernel');
    await expect(all.openFile('/dev/zero')).rejects.toThrow('belongs to the kernel');
  });

  it('does not see what a root link is turned to later', async () => {
    mkdirSync(join(folder, 'other'));
    expect(() => new Workspace(join(folder, 'missing'))).toThrow('ENOENT');
    const turned = join(folder, 'turned');
    symlinkSync(root, turned);
    const before = new Workspace(turned);
    execFileSync('ln', ['-sfn', join(folder, 'other'), turned]);
    expect(await read('a.txt', before)).toBe('inside');
  });
});
