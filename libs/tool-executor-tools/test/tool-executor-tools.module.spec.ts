import { describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolExecutorModule, ToolExecutorService } from 'nestjs-tool-executor';
import { ListFilesTool } from '../src/list-files/list-files.tool.js';
import { ReadFileTool } from '../src/read-file/read-file.tool.js';
import { RunShellTool } from '../src/run-shell/run-shell.tool.js';
import { ToolExecutorToolsModule } from '../src/tool-executor-tools.module.js';
import { Workspace } from '../src/workspace/workspace.js';
import { temporaryFolder, write } from './support/temporary-folder.js';
import { toolContext } from './support/tool-context.js';

const workspaceDir = temporaryFolder();
write(workspaceDir, 'a.txt', 'hello');
const otherDir = temporaryFolder();
write(otherDir, 'a.txt', 'other');

const boot = (module: ReturnType<typeof ToolExecutorToolsModule.forRoot>) =>
  Test.createTestingModule({ imports: [module] }).compile();

describe('ToolExecutorToolsModule', () => {
  it('provides all tools by default', async () => {
    const app = await boot(ToolExecutorToolsModule.forRoot({ workspaceDir }));
    expect(await app.get(ReadFileTool, { strict: false }).execute({ path: 'a.txt' }, toolContext())).toBe(
      'hello',
    );
    expect(app.get(ListFilesTool, { strict: false })).toBeInstanceOf(ListFilesTool);
    expect(app.get(RunShellTool, { strict: false })).toBeInstanceOf(RunShellTool);
    expect(app.get(Workspace, { strict: false }).root).toBe(workspaceDir);
  });

  it('takes its options from a factory', async () => {
    const useFactory = async () => ({ workspaceDir });
    const app = await boot(ToolExecutorToolsModule.forRootAsync({ useFactory, tools: ['read_file'] }));
    expect(await app.get(ReadFileTool, { strict: false }).execute({ path: 'a.txt' }, toolContext())).toBe(
      'hello',
    );
  });

  it('leaves out tools that are not named', async () => {
    const app = await boot(
      ToolExecutorToolsModule.forRoot({ workspaceDir, tools: ['read_file', 'list_files'] }),
    );
    expect(() => app.get(RunShellTool, { strict: false })).toThrow('RunShellTool');
    expect(app.get(ReadFileTool, { strict: false })).toBeInstanceOf(ReadFileTool);
  });

  it('refuses the name of a tool that it does not have', () => {
    const options = { workspaceDir, tools: ['read_files'] } as never;
    expect(() => ToolExecutorToolsModule.forRoot(options)).toThrow(
      'there is no tool "read_files"; tools may name read_file, list_files, run_shell, web_search',
    );
  });

  it('may be there twice, in toolsets of their own, for an executor each', async () => {
    const agentOf = (dir: string, toolset: string) => {
      @Injectable()
      class Agent {
        constructor(readonly executor: ToolExecutorService) {}
      }
      @Module({
        imports: [
          ToolExecutorModule.forRoot({ isGlobal: false, toolsets: [toolset], tracers: [] }),
          ToolExecutorToolsModule.forRoot({ workspaceDir: dir, tools: ['read_file'], toolset }),
        ],
        providers: [Agent],
      })
      class AgentModule {}
      return { Agent, AgentModule };
    };
    const agents = [agentOf(workspaceDir, 'docs'), agentOf(otherDir, 'other')];
    const imports = agents.map(({ AgentModule }) => AgentModule);
    const app = await Test.createTestingModule({ imports }).compile();
    await app.init();
    const call = { name: 'read_file', arguments: { path: 'a.txt' } };
    const outputs = agents.map(
      async ({ Agent }) => (await app.get(Agent, { strict: false }).executor.execute(call)).output,
    );
    expect(await Promise.all(outputs)).toEqual(['hello', 'other']);
    await app.close();
  });

  it('fails at boot when the workspace is missing', async () => {
    const missing = `${workspaceDir}/missing`;
    await expect(boot(ToolExecutorToolsModule.forRoot({ workspaceDir: missing }))).rejects.toThrow(
      `("${missing}") does not exist; create the folder`,
    );
  });
});
