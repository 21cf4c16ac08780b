import { describe, expect, it } from '@jest/globals';
import { resolveToolsOptions, type ToolsOptions } from '../src/tools.options.js';
import { temporaryFolder, write } from './support/temporary-folder.js';

const workspaceDir = temporaryFolder();

describe('resolveToolsOptions', () => {
  it('fills in the defaults, also for keys that are there and undefined', () => {
    const defaults = {
      workspaceDir,
      maxFileBytes: 16_777_216,
      hardLinks: 'refuse',
      shell: {
        path: '/bin/sh',
        env: {},
        maxOutputBytes: 268_435_456,
        killGraceMs: 200,
        timeoutMs: 60_000,
        okExitCodes: [0],
      },
    };
    expect(resolveToolsOptions({ workspaceDir })).toEqual(defaults);
    const undefinedKeys = { workspaceDir, maxFileBytes: undefined, shell: { path: undefined } };
    expect(resolveToolsOptions(undefinedKeys)).toEqual(defaults);
  });

  it('names the missing folder and what to do', () => {
    const missing = `${workspaceDir}/missing`;
    expect(() => resolveToolsOptions({ workspaceDir: missing })).toThrow(
      `workspaceDir ("${missing}") does not exist; create the folder, or name another one`,
    );
  });

  it('refuses a file as a workspace', () => {
    const file = write(workspaceDir, 'file.txt');
    expect(() => resolveToolsOptions({ workspaceDir: file })).toThrow('is not a folder');
  });

  it.each<[string, Partial<Record<keyof ToolsOptions, unknown>>]>([
    ['workspaceDir', { workspaceDir: '' }],
    ['workspaceDir', { workspaceDir: 7 }],
    ['maxFileBytes', { maxFileBytes: 0 }],
    ['maxFileBytes', { maxFileBytes: '1' }],
    ['hardLinks', { hardLinks: true }],
    ['shell.path', { shell: { path: 'sh' } }],
    ['shell.env', { shell: { env: { 'A=B': 'c' } } }],
    ['shell.env', { shell: { env: { A: 1 } } }],
    ['shell.env', { shell: { env: { A: 'x\0y' } } }],
    ['shell.maxOutputBytes', { shell: { maxOutputBytes: Infinity } }],
    ['shell.killGraceMs', { shell: { killGraceMs: -1 } }],
    ['shell.timeoutMs', { shell: { timeoutMs: 2 ** 31 } }],
    ['shell.okExitCodes', { shell: { okExitCodes: [0, 256] } }],
    ['shell.okExitCodes', { shell: { okExitCodes: 0 } }],
  ])('refuses a wrong %s: %j', (option, wrong) => {
    expect(() => resolveToolsOptions({ workspaceDir, ...wrong } as ToolsOptions)).toThrow(
      `ToolExecutorToolsModule: ${option} (`,
    );
  });

  it('keeps values of variables out of its errors', () => {
    expect(() => resolveToolsOptions({ workspaceDir, shell: { env: { KEY: 'S3C\0' } } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('S3C') }),
    );
  });
});
