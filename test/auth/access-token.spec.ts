import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AccessToken } from '../../src/auth/access-token.js';
import type { AppConfig } from '../../src/config/app-config.js';
import { ConfigurationError } from '../../src/config/configuration.error.js';

let root: string;
let config: AppConfig;
beforeEach(() => {
  root = mkdtempSync(nodePath.join(tmpdir(), 'tool-executor-token-'));
  const dataDir = nodePath.join(root, 'data');
  config = { dataDir, tokenFile: nodePath.join(dataDir, 'token'), token: undefined } as AppConfig;
});
afterEach(() => rmSync(root, { recursive: true }));

function keep(token: string, mode = 0o600): void {
  mkdirSync(config.dataDir);
  writeFileSync(config.tokenFile, token);
  chmodSync(config.tokenFile, mode);
}

describe('AccessToken', () => {
  it('matches nothing before it is loaded', () => {
    expect(new AccessToken(config).matches('')).toBe(false);
  });

  it('is created once and found afterwards', async () => {
    const first = await new AccessToken(config).load();
    expect(first).toEqual({ from: 'created', token: readFileSync(config.tokenFile, 'utf8').trim() });
    const again = new AccessToken(config);
    expect(await again.load()).toEqual({ from: 'file' });
    expect(again.matches((first as { token: string }).token)).toBe(true);
  });

  it('of the environment wins and touches no file', async () => {
    const token = new AccessToken({ ...config, token: 'from-the-environment' });
    expect(await token.load()).toEqual({ from: 'environment' });
    expect(token.matches('from-the-environment')).toBe(true);
    expect(() => readFileSync(config.tokenFile)).toThrow('ENOENT');
  });

  it.each(['', 'a-token-of-the-fil', 'a-token-of-the-file-', 'A-token-of-the-file'])(
    'does not match %j',
    async (candidate) => {
      keep('a-token-of-the-file\n');
      const token = new AccessToken(config);
      await token.load();
      expect([token.matches('a-token-of-the-file'), token.matches(candidate)]).toEqual([true, false]);
    },
  );

  it.each([
    ['empty', '', 0o600, 'too short'],
    ['short', 'short\n', 0o600, 'too short'],
    ['readable by others', 'a-token-of-the-file\n', 0o644, 'chmod 600'],
  ])('refuses a file that is %s, and says what to do', async (_, content, mode, remedy) => {
    keep(content, mode);
    const loading = new AccessToken(config).load();
    await expect(loading).rejects.toThrow(ConfigurationError);
    await expect(loading).rejects.toThrow(remedy);
  });

  it('refuses a data folder that cannot be made', async () => {
    writeFileSync(config.dataDir, '');
    await expect(new AccessToken(config).load()).rejects.toThrow(ConfigurationError);
  });
});
