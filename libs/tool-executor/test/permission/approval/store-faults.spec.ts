import { afterEach, describe, expect, it } from '@jest/globals';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import { ApprovalApp, DELETE } from '../../apps/approval-app.js';

/** Throws, or gives a promise where an answer was due. */
type Failure = () => unknown;

class Failing extends InMemoryApprovalStore {
  failure: Failure | undefined;

  override create(...args: Parameters<InMemoryApprovalStore['create']>): void {
    return this.failure === undefined ? super.create(...args) : (this.failure() as undefined);
  }
  override get(id: string): ReturnType<InMemoryApprovalStore['get']> {
    return this.failure === undefined ? super.get(id) : (this.failure() as undefined);
  }
}

const fail = (): never => {
  throw new Error('disk is full: /var/lib/approvals');
};

let app: ApprovalApp;
afterEach(() => app.close());

describe('an approval store', () => {
  it.each<[string, Failure]>([
    ['throws', fail],
    ['rejects', async () => fail()],
    ['never answers', () => new Promise<never>(() => {})],
  ])('that %s makes the call unavailable, asked and resumed alike', async (_, failure) => {
    const store = new Failing();
    app = await ApprovalApp.boot({ approvals: { store }, journalTimeoutMs: 20 });
    const approval = await app.request();
    await app.decide(approval, true);
    store.failure = failure;
    for (const context of [{}, { approval }]) {
      expect(await app.run(DELETE, context)).toMatchObject({
        success: false,
        error: 'the approval store is not available, so the call did not run',
        metadata: { code: 'unavailable', retryable: true, executed: false },
      });
    }
    expect(app.ran).toEqual([]);
    store.failure = undefined;
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true });
  });

  it.each([undefined, null])(
    'that answers %p for an id it does not know makes the approval invalid',
    async (nothing) => {
      const store = new Failing();
      app = await ApprovalApp.boot({ approvals: { store } });
      const approval = await app.request();
      store.failure = () => nothing;
      expect(await app.run(DELETE, { approval })).toMatchObject({
        success: false,
        metadata: { code: 'approval_invalid', executed: false },
      });
      expect(app.ran).toEqual([]);
    },
  );

  it('that is full of open approvals makes new ones unavailable until one is settled', async () => {
    app = await ApprovalApp.boot({ approvals: { store: new InMemoryApprovalStore(2) } });
    const first = await app.request();
    await app.request();
    expect(await app.run()).toMatchObject({ metadata: { code: 'unavailable', executed: false } });
    await app.decide(first, false);
    expect(await app.run()).toMatchObject({ metadata: { code: 'approval_required' } });
  });

  it('that is slow does not hold a caller who has cancelled', async () => {
    const store = new Failing();
    store.failure = () => new Promise<never>(() => {});
    app = await ApprovalApp.boot({ approvals: { store } });
    const abort = new AbortController();
    const running = app.run(DELETE, { signal: abort.signal });
    abort.abort();
    expect(await running).toMatchObject({ metadata: { code: 'cancelled', executed: false } });
  });
});
