import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { untilGone } from '../../support/processes.js';

const source = new URL('../../../src/run-shell/process/live-groups.ts', import.meta.url).href;

/** Runs a program with a living group, and gives the group's id. */
async function leaderLeftBy(ending: string): Promise<number> {
  const program = `
    import { spawn } from 'node:child_process';
    import { rememberGroup, endGroup } from ${JSON.stringify(source)};
    const before = process.listenerCount('exit');
    const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    child.unref();
    rememberGroup(child.pid);
    rememberGroup(child.pid);
    console.log(child.pid, process.listenerCount('exit') - before);
    ${ending}`;
  const options = ['--no-warnings', '--experimental-strip-types', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options).catch((failed) => failed);
  const [pid, listeners] = stdout.trim().split(' ').map(Number);
  expect(listeners).toBe(1);
  return pid;
}

describe('rememberGroup', () => {
  it.each([
    ['process.exit()', 'process.exit(0)'],
    ['an uncaught error', 'throw new Error("fault")'],
    ['the end of its work', ''],
  ])('kills a group that lives when the process ends by %s', async (_name, ending) => {
    await untilGone(await leaderLeftBy(ending));
  });
});
