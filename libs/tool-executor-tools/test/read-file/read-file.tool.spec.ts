import { truncateSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReadFileTool } from '../../src/read-file/read-file.tool.js';
import { Workspace } from '../../src/workspace/workspace.js';
import { temporaryFolder, write } from '../support/temporary-folder.js';
import { toolContext } from '../support/tool-context.js';

const folder = temporaryFolder();
const maxFileBytes = 1024 * 1024;
let tool: ReadFileTool;

beforeAll(() => {
  tool = new ReadFileTool(new Workspace(folder), { maxFileBytes });
});

const read = (path: string, lines: { offset?: number; limit?: number } = {}) =>
  tool.execute({ path, ...lines }, toolContext());

describe('read_file', () => {
  it('gives an empty text for an empty file', async () => {
    write(folder, 'empty.txt');
    expect(await read('empty.txt')).toBe('');
    expect(await read('empty.txt', { offset: 1, limit: 5 })).toBe('');
  });

  it('leaves control sequences, carriage returns and the missing last line break as they are', async () => {
    const text = 'a\r\n\u001b[31mred\u001b[0m\rb';
    write(folder, 'raw.txt', text);
    expect(await read('raw.txt')).toBe(text);
  });

  it('drops a BOM at the start and no other', async () => {
    write(folder, 'bom.txt', '\ufeffa\ufeffb');
    expect(await read('bom.txt')).toBe('a\ufeffb');
  });

  it('decodes characters that straddle its reads', async () => {
    const text = `x${'猫'.repeat(50_000)}`;
    write(folder, 'cats.txt', text);
    expect(await read('cats.txt')).toBe(text);
  });

  it('replaces invalid bytes and a character that the file cuts', async () => {
    write(folder, 'invalid.txt', Buffer.from([0xff, 0xfe, 0x61, 0xe2, 0x82]));
    expect(await read('invalid.txt')).toBe('\ufffd\ufffda\ufffd');
  });

  it('gives just the lines asked for, each with its line break', async () => {
    write(folder, 'lines.txt', 'one\ntwo\nthree\nfour\n');
    expect(await read('lines.txt', { offset: 2, limit: 2 })).toBe('two\nthree\n');
    expect(await read('lines.txt', { offset: 4 })).toBe('four\n');
    expect(await read('lines.txt', { limit: 1 })).toBe('one\n');
  });

  it('says how many lines there are when asked for one beyond them', async () => {
    write(folder, 'lines.txt', 'one\ntwo\n');
    await expect(read('lines.txt', { offset: 3 })).rejects.toThrow(
      'has no line 3 that can be read: the last line is 2',
    );
  });

  it('refuses a binary file and says its size', async () => {
    write(folder, 'image.bin', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
    await expect(read('image.bin')).rejects.toThrow('"image.bin" is a binary file of 7 bytes, not text');
  });

  it('reads a NUL beyond the first 8 KiB as it is', async () => {
    const text = `${'a'.repeat(8 * 1024)}\0b`;
    write(folder, 'late-nul.txt', text);
    expect(await read('late-nul.txt')).toBe(text);
  });

  it('reads a file of exactly the limit whole, and says where it stopped in a longer one', async () => {
    write(folder, 'limit.txt', 'a'.repeat(maxFileBytes));
    expect(await read('limit.txt')).toHaveLength(maxFileBytes);
    write(folder, 'over.txt', `one\n${'a'.repeat(maxFileBytes)}`);
    expect(await read('over.txt')).toBe(
      `one\n${'a'.repeat(maxFileBytes - 4)}\n[stopped after 1048576 bytes, in line 2; the file has 1048580 bytes]`,
    );
    expect(await read('over.txt', { limit: 1 })).toBe('one\n');
    await expect(read('over.txt', { offset: 3 })).rejects.toThrow('stopped after 1048576 bytes, in line 2');
  });

  it('does not believe the size of a sparse file', async () => {
    const file = write(folder, 'sparse.txt', `${'line\n'.repeat(4000)}`);
    truncateSync(file, 1024 ** 4);
    const text = await read('sparse.txt');
    expect(text.length).toBeLessThan(maxFileBytes + 200);
    expect(text).toMatch(/\[stopped after 1048576 bytes, in line 4001; the file has 1099511627776 bytes\]$/);
  });

  it('stops between two reads when the signal aborts', async () => {
    write(folder, 'some.txt', 'text');
    const reason = new Error('enough');
    const context = toolContext({ signal: AbortSignal.abort(reason) });
    await expect(tool.execute({ path: 'some.txt' }, context)).rejects.toBe(reason);
  });

  it('refuses what the workspace refuses', async () => {
    write(folder, '.env', 'KEY=S3C');
    await expect(read('.env')).rejects.toThrow('hold secrets');
    await expect(read('../x')).rejects.toThrow('outside the workspace');
    await expect(read('.')).rejects.toThrow('is a folder');
  });
});
