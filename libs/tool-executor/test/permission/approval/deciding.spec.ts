import { afterEach, describe, expect, it } from '@jest/globals';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import { ADA, ApprovalApp, BOSS, DELETE } from '../../apps/approval-app.js';

const OTHER_BOSS = { id: 'other boss', tenant: 'acme' };
const STRANGER = { id: 'boss', tenant: 'globex' };

let app: ApprovalApp;
afterEach(() => app.close());

describe('deciding', () => {
  it('is for the tenant of the call: to others the approval does not exist', async () => {
    app = await ApprovalApp.boot();
    const id = await app.request();
    for (const principal of [STRANGER, { id: 'boss' }]) {
      expect(await app.approvals.decide(id, { approved: true }, principal)).toEqual({ status: 'not_found' });
      expect(await app.approvals.get(id, principal)).toBeUndefined();
      expect(await app.approvals.list(principal)).toEqual([]);
    }
    expect(await app.approvals.decide('no such id', { approved: true }, BOSS)).toEqual({
      status: 'not_found',
    });
    expect((await app.approvals.get(id, BOSS))!.status).toBe('pending');
  });

  it('is not for the one who made the call, who may deny it all the same', async () => {
    app = await ApprovalApp.boot();
    const id = await app.request();
    expect(await app.approvals.decide(id, { approved: true }, ADA)).toMatchObject({
      status: 'self_approval',
      approval: { status: 'pending' },
    });
    expect(await app.run(DELETE, { approval: id })).toMatchObject({ metadata: { code: 'approval_invalid' } });
    expect(await app.approvals.decide(id, { approved: false }, ADA)).toMatchObject({
      status: 'decided',
      approval: { status: 'denied' },
    });
  });

  it('is for the one who made the call where the options allow it', async () => {
    app = await ApprovalApp.boot({ approvals: { allowSelfApproval: true } });
    const approval = await app.request();
    expect(await app.approvals.decide(approval, { approved: true }, ADA)).toMatchObject({
      status: 'decided',
    });
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
  });

  it('stands once it is made: the first one wins', async () => {
    app = await ApprovalApp.boot();
    const id = await app.request();
    const decisions = [true, false, true, false].map((approved, at) =>
      app.approvals.decide(id, { approved }, at === 0 ? BOSS : { ...OTHER_BOSS, id: `boss ${at}` }),
    );
    const outcomes = await Promise.all(decisions);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'decided',
      'already_settled',
      'already_settled',
      'already_settled',
    ]);
    expect(await app.approvals.get(id, BOSS)).toMatchObject({ status: 'approved', decidedBy: 'boss' });
  });

  it.each([true, false])(
    'again in the same way by the same person is the same decision: approved %p',
    async (approved) => {
      app = await ApprovalApp.boot();
      const id = await app.request();
      const [first, second] = await Promise.all([
        app.decide(id, approved, 'fine'),
        app.decide(id, approved, 'other words'),
      ]);
      expect(second).toEqual(first);
      expect(first).toMatchObject({ status: 'decided', approval: { comment: 'fine' } });
      expect(await app.decide(id, !approved)).toMatchObject({
        status: 'already_settled',
        approval: { status: approved ? 'approved' : 'denied' },
      });
    },
  );

  it('again after the call has run is still the same decision', async () => {
    app = await ApprovalApp.boot();
    const approval = await app.request();
    await app.decide(approval, true);
    await app.run(DELETE, { approval });
    expect(await app.decide(approval, true)).toMatchObject({
      status: 'decided',
      approval: { status: 'redeemed' },
    });
    expect(await app.decide(approval, false)).toMatchObject({ status: 'already_settled' });
    expect(await app.run(DELETE, { approval })).toMatchObject({ metadata: { code: 'approval_invalid' } });
  });

  it('is too late after the expiry', async () => {
    let now = Date.now();
    app = await ApprovalApp.boot({
      approvals: { store: new InMemoryApprovalStore(10, () => now), expiresAfterMs: 1_000 },
    });
    const id = await app.request();
    now += 2_000;
    expect(await app.decide(id, true)).toMatchObject({
      status: 'already_settled',
      approval: { status: 'expired' },
    });
  });

  it.each([undefined, null, 'true', 1, {}])('by anything but true is no approval: %p', async (approved) => {
    app = await ApprovalApp.boot();
    const id = await app.request();
    const decide = () => app.approvals.decide(id, { approved } as never, BOSS);
    expect(await decide()).toMatchObject({ status: 'decided', approval: { status: 'denied' } });
    expect(await decide()).toMatchObject({ status: 'decided' });
  });

  it('keeps a comment bounded, escaped, and only if it is text', async () => {
    app = await ApprovalApp.boot();
    const ids = [await app.request(), await app.request()];
    const spoken = await app.decide(ids[0]!, false, `no\u001b[2J${'!'.repeat(10_000)}`);
    expect(spoken).toMatchObject({ approval: { comment: expect.stringMatching(/^no\\u\{1b\}\[2J!+…$/) } });
    expect((spoken as { approval: { comment: string } }).approval.comment).toHaveLength(500);
    const silent = await app.approvals.decide(ids[1]!, { approved: false, comment: null } as never, BOSS);
    expect(silent).not.toHaveProperty('approval.comment');
  });
});

describe('the list', () => {
  it('gives the oldest first, by status, at most as many as asked for', async () => {
    app = await ApprovalApp.boot();
    const ids = [await app.request(), await app.request(), await app.request()];
    await app.decide(ids[1]!, false);
    const listed = async (query?: Parameters<ApprovalApp['approvals']['list']>[1]): Promise<string[]> =>
      (await app.approvals.list(BOSS, query)).map(({ id }) => id);
    expect(await listed()).toEqual(ids);
    expect(await listed({ status: 'pending' })).toEqual([ids[0], ids[2]]);
    expect(await listed({ status: 'pending', limit: 1 })).toEqual([ids[0]]);
    expect(await listed({ limit: 0 })).toEqual([]);
    expect(await listed({ limit: Number.NaN })).toEqual([]);
  });
});
