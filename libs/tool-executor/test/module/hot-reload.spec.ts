import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { defineTool } from '../../src/tool/defined-tool.js';
import type { ToolContext } from '../../src/tool/tool-context.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { openRoot } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';
import { gainedSince, heldResources } from '../support/held-resources.js';

@Injectable()
class Tools {
  @Tool({ description: 'Never ends', timeoutMs: 5 })
  never(_args: NoArguments, { signal }: ToolContext): Promise<never> {
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  }

  @Tool({ description: 'Never ends, and does not listen', timeoutMs: 5 })
  deaf(): Promise<never> {
    return new Promise(() => {});
  }

  @Tool({ description: 'Calls another tool' })
  async outer(_args: NoArguments, { execute }: ToolContext): Promise<unknown> {
    return (await execute({ name: 'total' })).output;
  }
}
const total = defineTool({ name: 'total', description: 'Counts', readOnly: true, execute: () => 3 });

@Module({
  imports: [openRoot({ stopGraceMs: 1 }), ToolExecutorModule.forFeature([total], { toolset: 'counting' })],
  providers: [EchoTool, Tools],
})
class AppModule {}

const boot = async (): Promise<INestApplicationContext> => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  return app.enableShutdownHooks(['SIGUSR2']);
};
const listeners = (): [string, number][] =>
  process.eventNames().map((name): [string, number] => [String(name), process.listenerCount(name)]);

describe('an application that is made anew from the same classes', () => {
  it('works twenty times, with the same tools, and leaves no listener and no handle', async () => {
    const caller = new AbortController();
    const context = { signal: caller.signal, deadline: Date.now() + 600_000 };
    const held = heldResources();
    const listening = listeners();
    const hashes = new Set<string>();
    for (let round = 0; round < 20; round++) {
      const app = await boot();
      const executor = app.get(ToolExecutorService);
      hashes.add(JSON.stringify((await executor.list()).map(({ name, schemaHash }) => [name, schemaHash])));
      const call = async (name: string, args?: object): Promise<unknown> => {
        const { output, metadata } = await executor.execute({ name, arguments: args }, context);
        return metadata.code ?? output;
      };
      expect([
        await call('echo', { text: 'hi' }),
        await call('outer'),
        await call('never'),
        await call('deaf'),
      ]).toEqual(['hi', 3, 'timeout', 'timeout']);
      await app.close();
      expect(gainedSince(held)).toEqual([]);
      expect(listeners()).toEqual(listening);
      expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
    }
    expect(hashes.size).toBe(1);
    expect([...hashes][0]).toContain('"total"');
  });

  it('works beside the one that is closing', async () => {
    const old = await boot();
    const closing = old.close();
    const fresh = await boot();
    const call = { name: 'echo', arguments: { text: 'hi' } };
    expect(await fresh.get(ToolExecutorService).execute(call)).toMatchObject({ output: 'hi' });
    await closing;
    expect(await fresh.get(ToolExecutorService).execute(call)).toMatchObject({ output: 'hi' });
    await fresh.close();
  });
});
