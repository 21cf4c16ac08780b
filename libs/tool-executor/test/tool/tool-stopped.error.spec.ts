import { describe, expect, it } from '@jest/globals';
import { ToolStoppedError } from '../../src/tool/tool-stopped.error.js';

const BRAND = Symbol.for('nestjs-tool-executor.ToolStoppedError');

describe('ToolStoppedError.isInstance', () => {
  it('knows its own, and those of another copy of the package', () => {
    expect(ToolStoppedError.isInstance(new ToolStoppedError('timeout', 'late'))).toBe(true);
    expect(ToolStoppedError.isInstance(Object.assign(new Error('late'), { [BRAND]: true }))).toBe(true);
  });

  it.each([
    ['another error of that name', Object.assign(new Error('late'), { name: 'ToolStoppedError' })],
    ['an object that is no error', { [BRAND]: true }],
    ['nothing', undefined],
    [
      'what cannot be looked at',
      new Proxy(new Error('late'), {
        getPrototypeOf() {
          throw new Error('no');
        },
      }),
    ],
  ])('says no to %s', (_, value) => {
    expect(ToolStoppedError.isInstance(value)).toBe(false);
  });
});
