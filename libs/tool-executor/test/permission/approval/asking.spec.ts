import { afterEach, describe, expect, it } from '@jest/globals';
import { ApprovalListener } from '../../../src/permission/approval/approval-listener.js';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import type { ToolApproval } from '../../../src/permission/approval/tool-approval.js';
import { ask, ToolPermissionGuard } from '../../../src/permission/tool-permission-guard.js';
import { ADA, ApprovalApp, BOSS, DELETE } from '../../apps/approval-app.js';

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
      metadata: { code: 'approval_required', retryable: false, executed: false, isolation: null, approvalId: approval!.id },
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

  it('leaves the other calls of its batch alone, and approving it runs it alone', async () => {
    app = await ApprovalApp.boot({ allow: ['erase_file'] });
    const erase = { call: { name: 'erase_file', arguments: { path: 'b' } } };
    const results = await app.executor.executeMany([erase, { call: DELETE }, { call: { name: 'weather' } }], { principal: ADA });
    expect(results.map(({ metadata }) => metadata.code)).toEqual([undefined, 'approval_required', undefined]);
    expect([...app.ran].sort()).toEqual(['erase_file b', 'weather']);
    const approval = results[1]!.metadata.approvalId!;
    await app.decide(approval, true);
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true, output: 'deleted a' });
    expect([...app.ran].sort()).toEqual(['delete_file a', 'erase_file b', 'weather']);
  });

  it('keeps calls with the same id of the provider apart', async () => {
    app = await ApprovalApp.boot({ allow: ['erase_file'] });
    const twin = (path: string) => ({ call: { id: 'edit:22', name: 'erase_file', arguments: { path } } });
    const results = await app.executor.executeMany([twin('a'), twin('b')], { principal: ADA });
    expect(results.map(({ output }) => output)).toEqual(['erased a', 'erased b']);
    expect(results.map(({ metadata }) => metadata.toolCallId)).toEqual(['edit:22', 'edit:22']);
    expect(results[0]!.metadata.callId).not.toBe(results[1]!.metadata.callId);
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
    expect(JSON.stringify(approval)).not.toMatch(/4711|abcdefgh12345678/);
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
  it('is told when somebody must decide and when somebody did', async () => {
    const listener = new Listening();
    app = await ApprovalApp.boot({ approvals: { listeners: [listener] } });
    await app.decide(await app.request(), false);
    expect(listener.heard).toEqual(['requested pending', 'decided denied']);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => { throw new Error('no mail today'); }],
    ['rejects', () => Promise.reject(new Error('no mail today'))],
    ['never answers', () => new Promise(() => {})],
  ])('that %s changes nothing, and keeps no other from being told', async (_, react) => {
    const others = [new Listening(), new Listening()];
    app = await ApprovalApp.boot({ approvals: { listeners: [others[0]!, new Listening(react), others[1]!] } });
    const approval = await app.request();
    expect((await app.decide(approval, true)).status).toBe('decided');
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
    expect(others.map(({ heard }) => heard.length)).toEqual([2, 2]);
  });
});

describe('a store that fails', () => {
  class Failing extends InMemoryApprovalStore {
    constructor(private readonly failure: () => never | Promise<never>) {
      super();
    }
    override create(): never {
      return this.failure() as never;
    }
    override get(): never {
      return this.failure() as never;
    }
  }
  const boom = (): never => {
    throw new Error('disk is full: /var/lib/approvals');
  };

  it.each<[string, () => never | Promise<never>]>([
    ['throws', boom],
    ['rejects', async () => boom()],
    ['never answers', () => new Promise<never>(() => {})],
  ])('makes the call unavailable: it %s', async (_, failure) => {
    app = await ApprovalApp.boot({ approvals: { store: new Failing(failure) }, journalTimeoutMs: 20 });
    for (const context of [{}, { approval: 'some-approval' }]) {
      const result = await app.run(DELETE, context);
      expect(result).toMatchObject({
        success: false,
        error: 'the approval store is not available, so the call did not run',
        metadata: { code: 'unavailable', retryable: true, executed: false },
      });
    }
    expect(app.ran).toEqual([]);
  });

  it('by being full of open approvals makes new ones unavailable until one is settled', async () => {
    app = await ApprovalApp.boot({ approvals: { store: new InMemoryApprovalStore(2) } });
    const first = await app.request();
    await app.request();
    expect(await app.run()).toMatchObject({ metadata: { code: 'unavailable', executed: false } });
    await app.decide(first, false);
    expect(await app.run()).toMatchObject({ metadata: { code: 'approval_required' } });
  });
});
