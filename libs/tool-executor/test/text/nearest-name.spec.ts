import { describe, expect, it } from '@jest/globals';
import { nearestName, nearestNames } from '../../src/text/nearest-name.js';

const TOOLS = ['search_joke', 'read_file', 'run_shell', 'list_files', 'hours_back'];

describe('nearestName', () => {
  it.each([
    ['functions.search_joke', 'search_joke'],
    ['searchJoke', 'search_joke'],
    ['SEARCH-JOKE', 'search_joke'],
    ['serch_joke', 'search_joke'],
    ['readfiles', 'read_file'],
    ['hours', 'hours_back'],
    ['mcp/run_shell', 'run_shell'],
  ])('%s finds %s', (wanted, name) => expect(nearestName(wanted, TOOLS)).toBe(name));

  it.each([['weather'], [''], ['___'], ['x'], [`search_joke${'x'.repeat(100)}`]])(
    '%s finds nothing',
    (wanted) => expect(nearestName(wanted, TOOLS)).toBeUndefined(),
  );

  it('gives the best first, and at most as many as asked for', () => {
    expect(nearestNames('list_file', ['list_filter', 'list_file', 'list_files', 'lisp_file'], 3)).toEqual([
      'list_file',
      'list_files',
      'lisp_file',
    ]);
    expect(nearestNames('list_file', [], 3)).toEqual([]);
  });
});
