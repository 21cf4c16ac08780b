import { afterEach, describe, expect, it } from '@jest/globals';
import { ApprovalListener } from '../../../src/permission/approval/approval-listener.js';
import type { ToolApproval } from '../../../src/permission/approval/tool-approval.js';
import { ask, ToolPermissionGuard } from '../../../src/permission/tool-permission-guard.js';
import { ApprovalApp, BOSS, DELETE } from '../../apps/approval-app.js';

class Listening extends ApprovalListener {
  readonly heard: string[] = [];
  constructor(private readonly react: (approval: ToolApproval) => unknown = () => undefined) {
    super();
  }
  requested(approval: ToolApproval): void {
    this.heard.push(`requested ${approval.status}`);
    return this.react(approval) as void;
  }
  decided(approval: ToolApproval): void {
    this.heard.push(`decided ${approval.status}`);
    return this.react(approval) as void;
  }
}

class Asking extends ToolPermissionGuard {
  decide() {
    return ask('delete \u202etxt.exe\u001b[8m with token=abcdefgh12345678');
  }
}

let app: ApprovalApp;
afterEach(() => app.close());

describe('a call about which the guard asks', () => {
  it('does not run, says so, and names the approval that waits', async () => {
    app = await ApprovalApp.boot();
    const result = await app.run();
    const [approval] = await app.approvals.list(BOSS);
    expect(result).toMatchObject({
      success: false,
      output: null,
      error: `a person must approve this call: delete_file may change or destroy things. It has not run. Approval ${approval!.id} is pending.`,
      metadata: {
        code: 'approval_required',
        retryable: false,
        executed: false,
        isolation: null,
        approvalId: approval!.id,
      },
    });
    expect(app.ran).toEqual([]);
    expect(approval).toMatchObject({
      status: 'pending',
      tool: 'delete_file',
      reason: 'delete_file may change or destroy things',
      arguments: { path: 'a' },
      display: 'delete_file {"path":"a"}',
      callId: result.metadata.callId,
      traceId: result.metadata.traceId,
      tenant: 'acme',
      requestedBy: 'ada',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(approval!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('waits as long as the options say', async () => {
    app = await ApprovalApp.boot({ approvals: { expiresAfterMs: 60_000 } });
    const earliest = Date.now() + 60_000;
    const id = await app.request();
    const approval = await app.approvals.get(id, BOSS);
    expect(approval!.expiresAt).toBeGreaterThanOrEqual(earliest);
    expect(approval!.expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('is asked about anew each time that it comes without an approval', async () => {
    app = await ApprovalApp.boot();
    expect(await app.request()).not.toBe(await app.request());
    expect(await app.approvals.list(BOSS)).toHaveLength(2);
  });
});

describe('what the person sees', () => {
  it('has characters that hide or turn text escaped, in arguments and reason', async () => {
    app = await ApprovalApp.boot({ guards: [new Asking()] });
    const path = 'report\u202efdp.exe\u001b[2K\u200b\nrm -rf /';
    await app.request({ name: 'delete_file', arguments: { path } });
    const [approval] = await app.approvals.list(BOSS);
    // eslint-disable-next-line no-control-regex
    expect(`${approval!.display}${approval!.reason}`).not.toMatch(/[\u0000-\u001f\u200b\u202e]/);
    expect(approval!.display).toContain('report\\u{202e}fdp.exe');
    expect(approval!.reason).toContain('delete \\u{202e}txt.exe\\u{1b}[8m');
    expect(approval!.arguments).toEqual({ path });
  });

  it('has secrets masked: sensitive fields, and tokens in the reason', async () => {
    app = await ApprovalApp.boot({ guards: [new Asking()] });
    await app.request({ name: 'delete_file', arguments: { path: 'a', pin: '4711-0815' } });
    const [approval] = await app.approvals.list(BOSS);
    expect(approval!.arguments).toEqual({ path: 'a', pin: '***' });
    expect(JSON.stringify(approval)).not.toMatch(/4711-0815|abcdefgh12345678/);
  });

  it('is the coerced form, which is what will run', async () => {
    app = await ApprovalApp.boot();
    await app.request({ name: 'delete_file', arguments: '{"revision":"7","path":"a"}' });
    const [approval] = await app.approvals.list(BOSS);
    expect(approval!.arguments).toEqual({ path: 'a', revision: 7 });
  });

  it('cannot be changed by who is told', async () => {
    const meddling = new Listening((approval) => {
      (approval.arguments as { path: string }).path = 'harmless';
    });
    app = await ApprovalApp.boot({ approvals: { listeners: [meddling] } });
    await app.request();
    expect((await app.approvals.list(BOSS))[0]!.arguments).toEqual({ path: 'a' });
  });
});

describe('an ApprovalListener', () => {
  it('may have the call decided before its caller has heard of the approval', async () => {
    const hasty = new Listening(({ id, status }) =>
      status === 'pending' ? app.decide(id, true) : undefined,
    );
    app = await ApprovalApp.boot({ approvals: { listeners: [hasty] } });
    expect(await app.run(DELETE, { approval: await app.request() })).toMatchObject({ success: true });
  });

  it('is told when somebody must decide and when somebody did', async () => {
    const listener = new Listening();
    app = await ApprovalApp.boot({ approvals: { listeners: [listener] } });
    await app.decide(await app.request(), false);
    expect(listener.heard).toEqual(['requested pending', 'decided denied']);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no mail today');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no mail today'))],
    ['never answers', () => new Promise(() => {})],
  ])('that %s changes nothing, and keeps no other from being told', async (_, react) => {
    const others = [new Listening(), new Listening()];
    app = await ApprovalApp.boot({
      approvals: { listeners: [others[0]!, new Listening(react), others[1]!] },
    });
    const approval = await app.request();
    expect((await app.decide(approval, true)).status).toBe('decided');
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
    expect(others.map(({ heard }) => heard.length)).toEqual([2, 2]);
  });
});
