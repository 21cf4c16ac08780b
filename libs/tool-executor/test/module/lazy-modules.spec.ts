import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope, UseGuards, type Type } from '@nestjs/common';
import { LazyModuleLoader, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { defineTool } from '../../src/tool/defined-tool.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { ToolError } from '../../src/tool/tool-error.js';
import { ToolErrorMapper } from '../../src/tool/tool-error-mapper.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { EchoTool } from '../apps/echo-tools.js';

@Injectable()
class Archive {
  readonly title = 'archive';
}

@Injectable()
class ClosedGuard {
  canActivate(): boolean {
    return false;
  }
}

class ApologisingMapper extends ToolErrorMapper {
  map(): ToolError {
    return new ToolError('the archive is closed');
  }
}

@Injectable()
class ReportTools {
  constructor(private readonly archive: Archive) {}

  @Tool({ description: 'Reads the report', readOnly: true })
  readReport(): string {
    return this.archive.title;
  }

  @Tool({ description: 'Reads it for nobody', readOnly: true })
  @UseGuards(ClosedGuard)
  readSecret(): string {
    return this.archive.title;
  }

  @Tool({ description: 'Fails', readOnly: true, errorMappers: [ApologisingMapper] })
  failReport(): never {
    throw new Error('nothing here');
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestTools {
  constructor(@Inject(REQUEST) private readonly request: { principal?: { id: string } }) {}

  @Tool({ description: 'Tells who calls', readOnly: true })
  whoami(): string | undefined {
    return this.request.principal?.id;
  }
}

const total = defineTool({ name: 'total', description: 'Counts', readOnly: true, execute: () => 3 });

@Module({
  imports: [ToolExecutorModule.forFeature([total], { toolset: 'reports' })],
  providers: [Archive, ReportTools, RequestTools],
})
class ReportsModule {}

const ALL = ['fail_report', 'read_report', 'read_secret', 'total', 'whoami'];
const toolNamed = (name: string): Type<unknown> => {
  @Tool({ name, description: 'Answers', parameters: NoArguments, readOnly: true })
  class Named {
    execute(): string {
      return name;
    }
  }
  return Named;
};
const moduleWith = (...providers: Type<unknown>[]): Type<unknown> => {
  @Module({ providers })
  class Lazy {}
  return Lazy;
};

describe('the tools of a lazy module', () => {
  let booted: BootedModule;
  let registry: ToolRegistry;
  const load = (module: Type<unknown>) =>
    booted.app.get(LazyModuleLoader).load(() => module, { logger: false });
  const restart = async (options: Parameters<typeof openRoot>[0] = {}): Promise<void> => {
    booted = await bootModule({ imports: [openRoot(options)], providers: [EchoTool] });
    registry = booted.app.get(ToolRegistry);
  };
  beforeEach(() => restart());
  afterEach(() => booted.app.close());

  it('are unknown until they are discovered, and are as good as any then', async () => {
    await load(ReportsModule);
    expect(await booted.executor.execute({ name: 'read_report' })).toMatchObject({
      metadata: { code: 'unknown_tool' },
    });
    expect(await registry.discover()).toEqual(ALL);
    const call = (name: string) => booted.executor.execute({ name }, { principal: { id: 'ada' } });
    expect(await call('read_report')).toMatchObject({ output: 'archive' });
    expect(await call('total')).toMatchObject({ output: 3 });
    expect(await call('whoami')).toMatchObject({ output: 'ada' });
    expect(await call('read_secret')).toMatchObject({ metadata: { code: 'permission_denied' } });
    expect(await call('fail_report')).toMatchObject({ error: 'the archive is closed' });
    expect((await booted.executor.list()).find(({ name }) => name === 'total')?.toolset).toBe('reports');
  });

  it('are discovered once, however often and by however many at once', async () => {
    await load(ReportsModule);
    const found = await Promise.all([registry.discover(), registry.discover(), registry.discover()]);
    expect(found).toEqual([ALL, [], []]);
    await load(ReportsModule);
    expect(await registry.discover()).toEqual([]);
    expect(registry.size).toBe(ALL.length + 1);
  });

  it('are discovered once where two lazy modules list the same provider, or the application has it', async () => {
    const shared = toolNamed('shared');
    await load(moduleWith(shared));
    await load(moduleWith(shared, EchoTool));
    expect(await registry.discover()).toEqual(['shared']);
  });

  it('stay away once they are removed', async () => {
    await load(ReportsModule);
    await registry.discover();
    expect(registry.remove('total')).toBe(true);
    expect(await registry.discover()).toEqual([]);
    expect(registry.get('total')).toBeUndefined();
  });

  it('are refused, all of them, where one has a name that is taken; and again until that is free', async () => {
    await load(moduleWith(toolNamed('fresh'), toolNamed('echo')));
    for (let round = 0; round < 2; round++) {
      await expect(registry.discover()).rejects.toThrow(
        'Two tools are called "echo": EchoTool.execute and Named.execute. Rename one of them.',
      );
      expect([...registry.names()]).toEqual(['echo']);
    }
    registry.remove('echo');
    expect(await registry.discover()).toEqual(['echo', 'fresh']);
    expect(await booted.executor.execute({ name: 'echo' })).toMatchObject({ output: 'echo' });
  });

  it('are refused where one is wired wrongly', async () => {
    await load(moduleWith(toolNamed('not a name')));
    await expect(registry.discover()).rejects.toThrow('the tool name "not a name" must match');
  });

  it('are refused where one has the name of a tool that is switched off', async () => {
    await booted.app.close();
    await restart({ overrides: { echo: { enabled: false } } });
    await load(moduleWith(toolNamed('echo')));
    await expect(registry.discover()).rejects.toThrow(
      'ToolRegistry.discover(): "echo" is switched off by forRoot({ overrides }). Give the tool another name.',
    );
  });

  it('are those of the toolsets of the executor', async () => {
    await booted.app.close();
    booted = await bootModule({
      imports: [
        openRoot({ toolsets: ['reports'] }),
        ToolExecutorModule.forFeature([], { toolset: 'reports' }),
      ],
    });
    registry = booted.app.get(ToolRegistry);
    await load(ReportsModule);
    expect(await registry.discover()).toEqual(['total']);
  });

  it('wait for the next time while Nest is still making them', async () => {
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<string>();
    const makeSlow = (): Promise<string> => {
      entered.resolve();
      return gate.promise;
    };
    @Injectable()
    class SlowTools {
      constructor(@Inject('SLOW') private readonly slow: string) {}

      @Tool({ description: 'Takes its time', readOnly: true })
      readSlow(): string {
        return this.slow;
      }
    }
    @Module({ providers: [SlowTools, { provide: 'SLOW', useFactory: makeSlow }] })
    class SlowModule {}
    const loading = load(SlowModule);
    await entered.promise;
    expect(await registry.discover()).toEqual([]);
    gate.resolve('done');
    await loading;
    expect(await registry.discover()).toEqual(['read_slow']);
    expect(await booted.executor.execute({ name: 'read_slow' })).toMatchObject({ output: 'done' });
  });
});

describe('ToolRegistry.discover()', () => {
  it('says that it comes too early before the application has booted', async () => {
    const app = await Test.createTestingModule({ imports: [openRoot()] }).compile();
    await expect(app.get(ToolRegistry).discover()).rejects.toThrow('ToolRegistry.discover() comes too early');
    await app.close();
  });
});
