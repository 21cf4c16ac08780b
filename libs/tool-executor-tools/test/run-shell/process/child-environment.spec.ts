import { describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../../../src/run-shell/process/child-environment.js';

describe('childEnvironment', () => {
  it('passes on what commands need, and nothing that may be a secret', () => {
    const own = {
      PATH: '/bin',
      HOME: '/home/u',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'C',
      TMPDIR: '/tmp',
      TZ: 'UTC',
      USER: 'u',
      LOGNAME: 'u',
      SHELL: '/bin/bash',
    };
    const secrets = {
      OPENAI_API_KEY: 'S3C',
      DATABASE_URL: 'postgres://u:S3C@h',
      MY_CFG: 'S3C',
      NODE_OPTIONS: '--require S3C',
      LD_PRELOAD: 'S3C',
      MY_PATH: 'S3C',
      PATH_KEY: 'S3C',
    };
    const environment = childEnvironment({ ...own, ...secrets }, {});
    expect(environment).toMatchObject(own);
    expect(JSON.stringify(environment)).not.toContain('S3C');
  });

  it('lets no program wait for a person, whatever the application has set', () => {
    expect(childEnvironment({ PAGER: 'less', EDITOR: 'vi', TERM: 'xterm' }, {})).toMatchObject({
      TERM: 'dumb',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      EDITOR: 'false',
      GIT_TERMINAL_PROMPT: '0',
    });
  });

  it('lets configured variables win', () => {
    expect(childEnvironment({ HOME: '/root' }, { HOME: '/nowhere', TERM: 'xterm', KEY: 'k' })).toMatchObject({
      HOME: '/nowhere',
      TERM: 'xterm',
      KEY: 'k',
    });
  });

  it('leaves out what is not set', () => {
    expect(childEnvironment({}, {})).not.toHaveProperty('PATH');
  });
});
