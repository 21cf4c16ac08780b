import { beforeEach, describe, expect, it } from '@jest/globals';
import { run } from './support/run.js';
import { SharedApprovalStore } from './support/shared-store.module.js';

const MODULE = new URL('support/shared-store.module.ts', import.meta.url).pathname;

describe('approvals, in a durable store', () => {
  beforeEach(() => SharedApprovalStore.reset());

  it('carries a call from the question over the decision to the run', async () => {
    const asked = await run(['call', 'wipe', '--module', MODULE]);
    const id = /--approval ([0-9a-f-]{36})/.exec(asked.stderr)?.[1];
    expect([asked.exitCode, id]).toEqual([1, expect.any(String)]);

    const listed = await run(['approvals', '--module', MODULE]);
    expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${id}\n  wipe {}\n`) });

    const approved = await run(['approvals', 'approve', id!, '--module', MODULE]);
    expect(approved).toMatchObject({ exitCode: 0, stdout: 'approved: wipe {}\n' });
    expect(await run(['call', 'wipe', '--module', MODULE, '--approval', id!])).toMatchObject({
      exitCode: 0,
      stdout: 'wiped\n',
    });
    expect((await run(['call', 'wipe', '--module', MODULE, '--approval', id!])).stderr).toContain(
      'it has been used',
    );
    expect((await run(['approvals', 'deny', id!, '--module', MODULE])).stderr).toContain(
      'settled already: redeemed',
    );
  });

  it('does not let the requester approve', async () => {
    const asked = await run(['call', 'wipe', '--module', MODULE, '--principal', 'alice', '--json']);
    const { approvalId } = JSON.parse(asked.stdout).metadata;
    const { exitCode, stderr } = await run([
      'approvals',
      'approve',
      approvalId,
      '--module',
      MODULE,
      '--principal',
      'alice',
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('may not approve');
  });

  it('tells the model why somebody denied', async () => {
    const asked = await run(['call', 'wipe', '--module', MODULE, '--json']);
    const { approvalId } = JSON.parse(asked.stdout).metadata;
    await run(['approvals', 'deny', approvalId, '--module', MODULE, '--comment', 'not on a Friday']);
    expect((await run(['call', 'wipe', '--module', MODULE, '--approval', approvalId])).stderr).toContain(
      'not on a Friday',
    );
  });

  it('sees the approvals of its own tenant alone', async () => {
    await run(['call', 'wipe', '--module', MODULE, '--tenant', 'acme']);
    expect((await run(['approvals', '--module', MODULE, '--json'])).stdout).toBe('[]\n');
    expect(
      JSON.parse((await run(['approvals', '--module', MODULE, '--json', '--tenant', 'acme'])).stdout),
    ).toHaveLength(1);
  });

  it('fails for an application that keeps them in memory', async () => {
    const { exitCode, stderr } = await run([
      'approvals',
      '--module',
      new URL('support/workbench.module.ts', import.meta.url).pathname,
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('in memory');
  });
});
