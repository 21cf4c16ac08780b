import { afterEach, describe, expect, it } from '@jest/globals';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { defineTool, ToolExecutorModule, type ToolExecutorOptions } from 'nestjs-tool-executor';
import { ToolExecutorRestModule } from '../src/index.js';
import { closeDoors, openDoor, PLATFORMS, principalOfHeader } from './support/platforms.js';

const refund = defineTool({ name: 'refund', description: 'Pays money back', execute: () => 'refunded' });

/** An executor that is not global, with a door of its own. */
function doorModule(path: string, options: ToolExecutorOptions): Type<unknown> {
  const executor: DynamicModule = ToolExecutorModule.forRoot({ isGlobal: false, tracers: [], ...options });
  const imports = [executor];
  @Module({ imports: [ToolExecutorRestModule.forRoot({ path, imports, principal: principalOfHeader })] })
  class DoorModule {}
  return DoorModule;
}

describe.each(PLATFORMS)('two executors on %s', (platform) => {
  afterEach(closeDoors);

  it('have a door each, with its own tools, calls and approvals', async () => {
    const { send } = await openDoor(
      platform,
      { path: 'all' },
      {
        modules: [
          ToolExecutorModule.forFeature([refund], { toolset: 'billing' }),
          doorModule('billing', { toolsets: ['billing'] }),
          doorModule('open', { toolsets: ['billing'], allow: ['refund'] }),
        ],
      },
    );
    const tools = async (path: string): Promise<string[]> =>
      (await send('GET', `${path}/tools`)).body.map(({ name }: { name: string }) => name);
    expect(await tools('/all')).toContain('echo');
    expect([await tools('/billing'), await tools('/open')]).toEqual([['refund'], ['refund']]);

    const call = async (path: string): Promise<unknown> =>
      (await send('POST', `${path}/tool-calls`, { name: 'refund' })).body;
    expect(await call('/billing')).toMatchObject({ metadata: { code: 'approval_required' } });
    expect(await call('/open')).toMatchObject({ success: true, output: 'refunded' });

    const count = async (path: string): Promise<number> => (await send('GET', path)).body.length;
    expect([
      await count('/billing/approvals'),
      await count('/open/approvals'),
      await count('/all/approvals'),
    ]).toEqual([1, 0, 0]);
    expect([
      await count('/billing/tool-calls'),
      await count('/open/tool-calls'),
      await count('/all/tool-calls'),
    ]).toEqual([1, 1, 0]);
  });
});
