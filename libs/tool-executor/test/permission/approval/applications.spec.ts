import { afterEach, describe, expect, it } from '@jest/globals';
import { Tool } from '../../../src/discovery/tool.decorator.js';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from '../../../src/permission/approval/tool-approvals.js';
import type { ToolCall } from '../../../src/tool/tool-call.js';
import type { ToolContext } from '../../../src/tool/tool-context.js';
import { ToolExecutorModule } from '../../../src/tool-executor.module.js';
import { ADA, BOSS, DELETE } from '../../apps/approval-app.js';
import { bootModule, type BootedModule } from '../../apps/boot-module.js';
import { DeleteArgs } from '../../apps/file-tools.js';

const apps: BootedModule[] = [];
afterEach(() => Promise.all(apps.splice(0).map(({ app }) => app.close())));

/** One version of an application, on a store that outlives it. */
async function bootVersion(store: InMemoryApprovalStore, description = 'Deletes'): Promise<BootedModule> {
  class Files {
    @Tool({ description })
    deleteFile(args: DeleteArgs): string {
      return `deleted ${args.path}`;
    }

    @Tool({ description })
    async sweep(args: DeleteArgs, context: ToolContext): Promise<unknown> {
      return context.execute({ name: 'sweep', arguments: { path: args.path } });
    }
  }
  const root = ToolExecutorModule.forRoot({ tracers: [], approvals: { store } });
  const booted = await bootModule({ imports: [root], providers: [Files] });
  apps.push(booted);
  return booted;
}

const request = async ({ executor }: BootedModule, call: ToolCall = DELETE): Promise<string> =>
  (await executor.execute(call, { principal: ADA })).metadata.approvalId!;
const decide = ({ app }: BootedModule, id: string, approved: boolean) =>
  app.get(ToolApprovals).decide(id, { approved }, BOSS);

describe('an approval in a store that outlives the application', () => {
  it('is listed, decided and used, once, by the next application', async () => {
    const store = new InMemoryApprovalStore();
    const id = await request(await bootVersion(store));
    const [one, two] = [await bootVersion(store), await bootVersion(store)];
    expect(await two.app.get(ToolApprovals).list(BOSS)).toMatchObject([{ id, arguments: { path: 'a' } }]);
    expect(await decide(two, id, true)).toMatchObject({ status: 'decided' });
    const context = { principal: ADA, approval: id };
    const results = await Promise.all([
      one.executor.execute(DELETE, context),
      two.executor.execute(DELETE, context),
    ]);
    expect(results.map(({ success }) => success).sort()).toEqual([false, true]);
  });

  it('stays denied', async () => {
    const store = new InMemoryApprovalStore();
    const one = await bootVersion(store);
    const id = await request(one);
    await decide(one, id, false);
    const two = await bootVersion(store);
    expect(await decide(two, id, true)).toMatchObject({
      status: 'already_settled',
      approval: { status: 'denied' },
    });
    expect(await two.executor.execute(DELETE, { principal: ADA, approval: id })).toMatchObject({
      success: false,
    });
  });

  it('is void where the tool has changed meanwhile', async () => {
    const store = new InMemoryApprovalStore();
    const before = await bootVersion(store, 'Deletes');
    const id = await request(before);
    await decide(before, id, true);
    const after = await bootVersion(store, 'Deletes for good');
    const context = { principal: ADA, approval: id };
    expect(await after.executor.execute(DELETE, context)).toMatchObject({
      metadata: { code: 'approval_invalid', executed: false },
    });
    expect(await before.executor.execute(DELETE, context)).toMatchObject({ success: true });
  });
});

describe('the approval of a tool that calls tools', () => {
  it('is not handed on, not even to an identical call', async () => {
    const booted = await bootVersion(new InMemoryApprovalStore());
    const call = { name: 'sweep', arguments: { path: 'a' } };
    const id = await request(booted, call);
    await decide(booted, id, true);
    const outer = await booted.executor.execute(call, { principal: ADA, approval: id });
    expect(outer.output).toMatchObject({ success: false, metadata: { code: 'approval_required' } });
  });
});
