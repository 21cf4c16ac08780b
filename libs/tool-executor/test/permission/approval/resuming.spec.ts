import { afterEach, describe, expect, it } from '@jest/globals';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../../src/permission/tool-permission-guard.js';
import type { ToolCall } from '../../../src/tool/tool-call.js';
import type { ToolExecutionContext } from '../../../src/tool/tool-execution-context.js';
import { ADA, ApprovalApp, BOSS, codeOf, DELETE } from '../../apps/approval-app.js';

/** Gives one decision after the other, and keeps count. */
class Changing extends ToolPermissionGuard {
  asked = 0;
  constructor(private readonly decisions: (() => ToolPermissionDecision)[]) {
    super();
  }
  decide(): ToolPermissionDecision {
    return this.decisions[this.asked++]!();
  }
}

let app: ApprovalApp;
afterEach(() => app.close());

const approved = async (call?: ToolCall, context?: ToolExecutionContext): Promise<string> => {
  const id = await app.request(call, context);
  await app.decide(id, true);
  return id;
};
const refusal = { success: false, metadata: { code: 'approval_invalid', retryable: false, executed: false } };

describe('an approved call', () => {
  it('runs when it comes again with the approval', async () => {
    app = await ApprovalApp.boot();
    const approval = await approved();
    expect(await app.run(DELETE, { approval })).toMatchObject({
      success: true,
      output: 'deleted a',
      metadata: { executed: true },
    });
    expect(await app.approvals.get(approval, BOSS)).toMatchObject({ status: 'redeemed', decidedBy: 'boss' });
    expect(app.ran).toEqual(['delete_file a']);
  });

  it.each<[string, ToolCall]>([
    ['keys in another order', { name: 'delete_file', arguments: { revision: 7, path: 'a' } }],
    ['JSON text', { name: 'delete_file', arguments: ' {"path":"a","revision":7}' }],
    ['what is coerced to the same', { name: 'delete_file', arguments: { path: 'a', revision: '7' } }],
    [
      'another id of the provider',
      { id: 'other', name: 'delete_file', arguments: { path: 'a', revision: 7 } },
    ],
  ])('is the same call with %s', async (_, call) => {
    app = await ApprovalApp.boot();
    const approval = await approved({ name: 'delete_file', arguments: { path: 'a', revision: 7 } });
    expect(await app.run(call, { approval, attempt: 2, conversationId: 'other' })).toMatchObject({
      success: true,
    });
  });

  it('runs once, however many use the approval at once', async () => {
    app = await ApprovalApp.boot();
    const approval = await approved();
    const results = await Promise.all(Array.from({ length: 20 }, () => app.run(DELETE, { approval })));
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(results.map(codeOf))).toEqual(new Set([undefined, 'approval_invalid']));
    expect(app.ran).toHaveLength(1);
  });

  it('runs once where two approvers approve at once and each resumes it', async () => {
    app = await ApprovalApp.boot();
    const id = await app.request();
    const tab = async (principal: typeof BOSS): Promise<string | undefined> => {
      await app.approvals.decide(id, { approved: true }, principal);
      return codeOf(await app.run(DELETE, { approval: id }));
    };
    expect((await Promise.all([tab(BOSS), tab({ ...BOSS, id: 'other' })])).filter(Boolean)).toEqual([
      'approval_invalid',
    ]);
    expect(app.ran).toHaveLength(1);
  });

  it('does not run a second time', async () => {
    app = await ApprovalApp.boot();
    const approval = await approved();
    await app.run(DELETE, { approval });
    const replay = await app.run(DELETE, { approval });
    expect(replay).toMatchObject({ ...refusal, error: 'the approval is not valid: it has been used' });
    expect(replay.metadata.approvalId).toBe(approval);
    expect(app.ran).toHaveLength(1);
  });

  it.each([false, undefined])('runs once also with journal: %p', async (journal) => {
    app = await ApprovalApp.boot(journal === false ? { journal } : {});
    const approval = await approved();
    const results = await Promise.all([app.run(DELETE, { approval }), app.run(DELETE, { approval })]);
    expect(results.map(({ success }) => success).sort()).toEqual([false, true]);
    expect(app.ran).toHaveLength(1);
  });
});

describe('an approval', () => {
  it.each<[string, ToolCall, ToolExecutionContext]>([
    ['another tool with the same arguments', { name: 'erase_file', arguments: { path: 'a' } }, {}],
    ['another argument', { name: 'delete_file', arguments: { path: 'b' } }, {}],
    ['one more argument', { name: 'delete_file', arguments: { path: 'a', revision: 1 } }, {}],
    [
      'a secret argument that is masked for the approver',
      { name: 'delete_file', arguments: { path: 'a', pin: '1' } },
      {},
    ],
    ['another principal', DELETE, { principal: { ...ADA, id: 'eve' } }],
    ['another tenant', DELETE, { principal: { ...ADA, tenant: 'globex' } }],
    ['no tenant', DELETE, { principal: { id: 'ada' } }],
  ])('is not for %s', async (_, call, context) => {
    app = await ApprovalApp.boot();
    const approval = await approved();
    const result = await app.run(call, { ...context, approval });
    expect(result).toMatchObject({
      ...refusal,
      error: 'the approval is not valid: it is not for exactly this call',
    });
    expect(app.ran).toEqual([]);
    expect(await app.approvals.get(approval, BOSS)).toMatchObject({ status: 'approved' });
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
  });

  it('of somebody else is answered as one that does not exist', async () => {
    app = await ApprovalApp.boot();
    const foreign = await approved(DELETE, { principal: { id: 'eve', tenant: 'globex' } });
    const answers = await Promise.all(
      [foreign, '00000000-0000-4000-8000-000000000000', '__proto__'].map((approval) =>
        app.run(DELETE, { approval }),
      ),
    );
    expect(new Set(answers.map(({ error }) => error)).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(['approval_invalid', 'approval_invalid', 'approval_invalid']);
    expect(app.ran).toEqual([]);
  });

  it('does nothing before somebody has decided', async () => {
    app = await ApprovalApp.boot();
    const approval = await app.request();
    expect(await app.run(DELETE, { approval })).toMatchObject({
      ...refusal,
      error: 'the approval is not valid: nobody has decided it yet',
    });
    await app.decide(approval, true);
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
  });

  it('that is denied gives the model the comment, and nothing runs', async () => {
    app = await ApprovalApp.boot();
    const approval = await app.request();
    await app.decide(approval, false, 'keep it until Friday');
    expect(await app.run(DELETE, { approval })).toMatchObject({
      ...refusal,
      error: 'the approval is not valid: it was denied: keep it until Friday',
    });
    expect(app.ran).toEqual([]);
  });

  it.each([true, false])('that has expired runs nothing, decided %p', async (isDecided) => {
    let now = Date.now();
    app = await ApprovalApp.boot({
      approvals: { store: new InMemoryApprovalStore(10, () => now), expiresAfterMs: 1_000 },
    });
    const approval = isDecided ? await approved() : await app.request();
    now += 1_000_000;
    expect(await app.run(DELETE, { approval })).toMatchObject({
      ...refusal,
      error: 'the approval is not valid: it has expired; the call will not run',
    });
    expect(app.ran).toEqual([]);
  });

  it('is used up also by a call that is allowed by now', async () => {
    const guard = new Changing([() => ask('why'), allow, allow]);
    app = await ApprovalApp.boot({ guards: [guard] });
    const approval = await approved();
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
    expect(await app.run(DELETE, { approval })).toMatchObject(refusal);
    expect(app.ran).toHaveLength(1);
  });

  it('is no way around a guard that says no by now, and is not used up by that', async () => {
    const guard = new Changing([() => ask('why'), () => deny('policy has changed'), () => ask('why')]);
    app = await ApprovalApp.boot({ guards: [guard] });
    const approval = await approved();
    expect(await app.run(DELETE, { approval })).toMatchObject({
      error: 'permission denied: policy has changed',
      metadata: { code: 'permission_denied' },
    });
    expect(app.ran).toEqual([]);
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
  });

  it('is not asked for twice, and a guard that fails on resume denies', async () => {
    const fail = (): never => {
      throw new Error('policy is gone');
    };
    const guard = new Changing([() => ask('why'), () => ask('why'), () => ask('why'), fail]);
    app = await ApprovalApp.boot({ guards: [guard] });
    const approval = await approved();
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
    expect(await app.approvals.list(BOSS)).toHaveLength(1);
    const second = await approved();
    expect(await app.run(DELETE, { approval: second })).toMatchObject({
      metadata: { code: 'permission_denied' },
    });
    expect(guard.asked).toBe(4);
    expect(app.ran).toHaveLength(1);
  });

  it('does not save invalid arguments', async () => {
    app = await ApprovalApp.boot();
    const approval = await approved();
    expect(await app.run({ name: 'delete_file', arguments: { path: 7 } }, { approval })).toMatchObject({
      metadata: { code: 'invalid_arguments' },
    });
  });
});
