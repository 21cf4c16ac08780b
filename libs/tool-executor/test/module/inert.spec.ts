import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ToolApprovals } from '../../src/permission/approval/tool-approvals.js';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolJournal } from '../../src/journal/tool-journal.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { ToolExecutorService } from '../../src/tool-executor.service.js';
import { bootModule, openRoot } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';
import { gainedSince, heldResources } from '../support/held-resources.js';

describe('importing the module', () => {
  const before = process.cwd();
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'inert-'));
    process.chdir(directory);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(directory, { recursive: true });
  });

  it('starts nothing, writes nothing, and adds no route and no global enhancer', async () => {
    const held = heldResources();
    const app = (
      await Test.createTestingModule({
        imports: [ToolExecutorModule.forRoot()],
        providers: [EchoTool],
      }).compile()
    ).createNestApplication({
      logger: false,
    });
    await app.init();
    expect(
      await app.get(ToolExecutorService).execute({ name: 'echo', arguments: { text: 'hi' } }),
    ).toMatchObject({ success: true });
    expect(gainedSince(held)).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
    expect(app.get(DiscoveryService, { strict: false }).getControllers()).toEqual([]);
    const config = app.get(ApplicationConfig);
    const enhancers = [
      config.getGlobalGuards(),
      config.getGlobalPipes(),
      config.getGlobalInterceptors(),
      config.getGlobalFilters(),
      config.getGlobalRequestGuards(),
      config.getGlobalRequestPipes(),
      config.getGlobalRequestInterceptors(),
      config.getGlobalRequestFilters(),
    ];
    expect(enhancers.flat()).toEqual([]);
    const { router } = app.getHttpAdapter().getInstance() as {
      router: { stack: { route?: { path: string } }[] };
    };
    expect(router.stack.map(({ route }) => route?.path).filter(Boolean)).toEqual([]);
    await app.close();
    expect(gainedSince(held)).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('two applications in one process', () => {
  it('share no tools, approvals, records or state of shutdown', async () => {
    @Tool({ name: 'ping', description: 'Answers', parameters: NoArguments })
    @Injectable()
    class Ping {
      execute(): string {
        return 'pong';
      }
    }
    const one = await bootModule({
      imports: [ToolExecutorModule.forRoot({ tracers: [] })],
      providers: [Ping],
    });
    const two = await bootModule({ imports: [openRoot()], providers: [EchoTool] });
    const principal = { id: 'ada' };
    expect(await one.executor.execute({ name: 'ping' }, { principal })).toMatchObject({
      metadata: { code: 'approval_required' },
    });
    expect(await two.executor.execute({ name: 'ping' }, { principal })).toMatchObject({
      metadata: { code: 'unknown_tool' },
    });
    expect(await one.app.get(ToolApprovals).list(principal)).toHaveLength(1);
    expect(await two.app.get(ToolApprovals).list(principal)).toHaveLength(0);
    const recorded = async ({ app }: typeof one): Promise<string> =>
      JSON.stringify(await app.get(ToolJournal).list({ tenant: undefined, principalId: 'ada' }));
    expect(await recorded(one)).toContain('approval_required');
    expect(await recorded(two)).not.toContain('approval_required');
    await one.app.close();
    expect(await one.executor.execute({ name: 'ping' })).toMatchObject({ metadata: { code: 'unavailable' } });
    expect(await two.executor.execute({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
      success: true,
    });
    await two.app.close();
  });
});
