import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { relativeInside } from '../../src/workspace/relative-inside.js';

describe('relativeInside, on POSIX', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['./b/../a.txt', 'a.txt'],
    ['..foo', '..foo'],
    ['/w/proj/a.txt', 'a.txt'],
    ['/w/proj', ''],
    ['.', ''],
    ['C:\\Windows', 'C:\\Windows'],
    ['..\\x', '..\\x'],
    ['a.txt:evil', 'a.txt:evil'],
    ['NUL', 'NUL'],
  ])('takes %j as %j', (input, expected) => {
    expect(relativeInside('/w/proj', input, path.posix)).toBe(expected);
  });

  it.each(['..', '../x', 'a/../../x', '/w/proj-evil/a.txt', '/w/proj/../proj-evil/a.txt', '/', '/w', '/W/PROJ/a'])(
    'finds %j outside',
    (input) => {
      expect(relativeInside('/w/proj', input, path.posix)).toBeUndefined();
    },
  );

  it('has everything inside when the root is /', () => {
    expect(relativeInside('/', '/etc/hosts', path.posix)).toBe('etc/hosts');
    expect(relativeInside('/', '../../x', path.posix)).toBe('x');
  });
});

describe('relativeInside, on Windows', () => {
  const root = 'C:\\Users\\U\\Docs';

  it.each([
    ['c:\\users\\u\\docs\\a.txt', 'a.txt'],
    ['C:/Users/U/Docs/a.txt', 'a.txt'],
    ['sub/a.txt', 'sub\\a.txt'],
    ['..foo', '..foo'],
    ['console.txt', 'console.txt'],
    ['.', ''],
  ])('takes %j as %j', (input, expected) => {
    expect(relativeInside(root, input, path.win32)).toBe(expected);
  });

  it.each([
    'C:\\Users\\U\\Docs\\a.txt:evil',
    'a.txt::$DATA',
    '\\\\?\\C:\\Windows',
    '\\\\.\\C:\\Users\\U\\Docs\\a.txt',
    '//server/share/a.txt',
    'D:a.txt',
    'C:a.txt',
    'D:\\a.txt',
    'C:\\Users\\U\\Docs2\\a',
    '..\\Docs2\\a',
    '\\Windows',
    'NUL',
    'sub\\com1.txt',
    'CON ',
    'a.txt.',
    'a.txt ',
    '.env.',
  ])('finds %j outside', (input) => {
    expect(relativeInside(root, input, path.win32)).toBeUndefined();
  });
});
