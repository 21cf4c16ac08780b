import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigurationError } from '../../src/config/configuration.error.js';
import { readAppConfig } from '../../src/config/read-app-config.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(nodePath.join(tmpdir(), 'tool-executor-config-'));
  mkdirSync(nodePath.join(root, 'workspace', 'inner'), { recursive: true });
  symlinkSync(nodePath.join(root, 'workspace'), nodePath.join(root, 'link'));
  writeFileSync(nodePath.join(root, 'file'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

const inRoot = (path: string): string => nodePath.join(root, path);
const read = (env: Record<string, string> = {}) =>
  readAppConfig({ DATA_DIR: inRoot('data'), WORKSPACE_DIR: inRoot('workspace'), ...env });

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as ConfigurationError).problems;
  }
}

describe('readAppConfig', () => {
  it('lets nobody but this machine in, and nothing but read-only tools run, where nothing is said', () => {
    expect(read()).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      token: undefined,
      tokenFile: inRoot('data/token'),
      allowTools: [],
      shellIsolation: 'process',
      principal: { id: 'operator', scopes: [], roles: [] },
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(read({ PORT: '', HOST: ' ', TOKEN_TENANT: '', ALLOW_TOOLS: '' })).toEqual(read());
  });

  it('reads lists separated by commas', () => {
    expect(read({ ALLOW_TOOLS: 'a, b,,c ', TOKEN_SCOPES: 'x:read,y' })).toMatchObject({
      allowTools: ['a', 'b', 'c'],
      principal: { scopes: ['x:read', 'y'] },
    });
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '3e3'],
    ['HOST', 'http://localhost'],
    ['HOST', '[::1]'],
    ['TOOL_EXECUTOR_TOKEN', ''],
    ['TOOL_EXECUTOR_TOKEN', 'fifteen-chars-x'],
    ['TOOL_EXECUTOR_TOKEN', 'has a blank in the middle'],
    ['SHELL_ISOLATION', 'sandbox'],
    ['SHELL_ISOLATION', 'none'],
    ['LOG_LEVEL', 'verbose'],
    ['SEARXNG_URL', 'localhost:8080'],
    ['SEARXNG_URL', 'file:///etc'],
    ['SEARXNG_URL', 'http://localhost:8080/search?q='],
    ['ALLOW_TOOLS', 'read_file run_shell'],
    ['SHUTDOWN_TIMEOUT_MS', '0'],
    ['TOOL_TIMEOUT_MS', '1.5'],
    ['BODY_LIMIT_BYTES', '1'],
  ])('refuses %s=%j, naming it', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} `)]);
  });

  it('searches through the instance that is named, also a private one with a password', () => {
    const url = 'http://me:secret@127.0.0.1:8080/searx';
    expect([read().searxngUrl, read({ SEARXNG_URL: url }).searxngUrl]).toEqual([undefined, url]);
  });

  it('keeps a wrong address out of the message', () => {
    expect(problemsOf({ SEARXNG_URL: 'ftp://me:hunter2@x' }).join()).not.toContain('hunter2');
  });

  it('keeps a wrong token out of the message', () => {
    expect(problemsOf({ TOOL_EXECUTOR_TOKEN: 'hunter2' }).join()).not.toContain('hunter2');
  });

  it.each([
    ['the same', 'workspace', 'workspace'],
    ['data inside the workspace', 'workspace/data', 'workspace'],
    ['the workspace inside data', 'workspace', 'workspace/inner'],
    ['data inside, through a link', 'link/new/data', 'workspace'],
  ])('refuses folders that contain one another: %s', (_, data, workspace) => {
    const problems = problemsOf({ DATA_DIR: inRoot(data), WORKSPACE_DIR: inRoot(workspace) });
    expect(problems).toEqual([expect.stringContaining('may not contain one another')]);
  });

  it('lets folders be neighbours whose names begin alike', () => {
    expect(problemsOf({ DATA_DIR: inRoot('workspace-data') })).toEqual([]);
  });

  it.each([
    ['WORKSPACE_DIR', 'missing'],
    ['WORKSPACE_DIR', 'file'],
    ['DATA_DIR', 'file'],
  ])('refuses a %s that is no folder (%s)', (name, path) => {
    expect(problemsOf({ [name]: inRoot(path) })).toEqual([
      expect.stringMatching(`^${name} must be a folder`),
    ]);
  });

  it('reads no variable that .env.example leaves unexplained, and explains none that it does not read', async () => {
    const seen = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      { WORKSPACE_DIR: inRoot('workspace') },
      { get: (target, name: string) => (seen.add(name), target[name]) },
    );
    readAppConfig(env);
    const example = await readFile('.env.example', 'utf8');
    const explained = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...seen].sort()).toEqual(explained.sort());
  });
});
