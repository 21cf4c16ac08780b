import { afterEach, describe, expect, it } from '@jest/globals';
import { ADA, ApprovalApp, codeOf, DELETE } from '../../apps/approval-app.js';

const erase = (path: string) => ({ call: { id: 'edit:22', name: 'erase_file', arguments: { path } } });

let app: ApprovalApp;
afterEach(() => app.close());
const start = async (): Promise<void> => {
  app = await ApprovalApp.boot({ allow: ['erase_file'] });
};

describe('a batch', () => {
  it('runs what is allowed while one call waits, and approving that one runs it alone', async () => {
    await start();
    const items = [erase('b'), { call: DELETE }, { call: { name: 'weather' } }];
    const results = await app.executor.executeMany(items, { principal: ADA });
    expect(results.map(codeOf)).toEqual([undefined, 'approval_required', undefined]);
    expect([...app.ran].sort()).toEqual(['erase_file b', 'weather']);
    const approval = results[1]!.metadata.approvalId!;
    await app.decide(approval, true);
    expect(await app.run(DELETE, { approval })).toMatchObject({ success: true, output: 'deleted a' });
    expect([...app.ran].sort()).toEqual(['delete_file a', 'erase_file b', 'weather']);
  });

  it('keeps what its other calls gave where the one that waits is denied', async () => {
    await start();
    const results = await app.executor.executeMany([erase('b'), { call: DELETE }], { principal: ADA });
    const approval = results[1]!.metadata.approvalId!;
    await app.decide(approval, false, 'no');
    expect(await app.run(DELETE, { approval })).toMatchObject({
      success: false,
      metadata: { code: 'approval_invalid' },
    });
    expect(results[0]).toMatchObject({ success: true, output: 'erased b' });
    expect(app.ran).toEqual(['erase_file b']);
  });

  it('uses a shared approval for the one call that it is for, and refuses the others that carry it', async () => {
    await start();
    const approval = await app.request();
    await app.decide(approval, true);
    const items = [{ call: DELETE }, { call: { name: 'delete_file', arguments: { path: 'b' } } }];
    const results = await app.executor.executeMany(items, { principal: ADA, approval });
    expect(results.map(codeOf)).toEqual([undefined, 'approval_invalid']);
    expect(app.ran).toEqual(['delete_file a']);
  });

  it('keeps calls with the same id of the provider apart', async () => {
    await start();
    const results = await app.executor.executeMany([erase('a'), erase('b')], { principal: ADA });
    expect(results.map(({ output }) => output)).toEqual(['erased a', 'erased b']);
    expect(results.map(({ metadata }) => metadata.toolCallId)).toEqual(['edit:22', 'edit:22']);
    expect(results[0]!.metadata.callId).not.toBe(results[1]!.metadata.callId);
  });

  it('gives one result for each call, by position, whatever becomes of them', async () => {
    await start();
    const items = [
      erase('a'),
      { call: { name: 'no_such_tool' } },
      { call: { name: 'erase_file', arguments: '{"path":' } },
      { call: DELETE },
      { call: undefined as never },
      { call: { id: '', name: 'weather' } },
      { call: { name: 'weather' }, context: { signal: AbortSignal.abort() } },
    ];
    const results = await app.executor.executeMany(items, { principal: ADA });
    expect(results.map(codeOf)).toEqual([
      undefined,
      'unknown_tool',
      'invalid_arguments',
      'approval_required',
      'unknown_tool',
      undefined,
      'cancelled',
    ]);
  });
});
