import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import { defineTool } from '../../src/tool/defined-tool.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import { ToolOutputGuard, block } from '../../src/tool/tool-output-guard.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { countTool } from '../apps/defined-tools.js';
import { EchoTool } from '../apps/echo-tools.js';

class BlockAll extends ToolOutputGuard {
  check() {
    return block('nothing leaves');
  }
}

let booted: BootedModule;
let registry: ToolRegistry;
afterEach(() => booted.app.close());

const start = async (providers: unknown[] = [EchoTool], options: object = {}): Promise<void> => {
  booted = await bootModule({ imports: [openRoot(options)], providers: providers as never });
  registry = booted.app.get(ToolRegistry);
};
const names = async (): Promise<string[]> => (await booted.executor.list()).map(({ name }) => name);
const count = (name = 'count') => booted.executor.execute({ name, arguments: { n: 1 } });

describe('ToolRegistry.add()', () => {
  beforeEach(() => start());

  it('registers a tool that calls find from then on, sorted among the others', async () => {
    expect((await count()).metadata.code).toBe('unknown_tool');
    await registry.add(countTool('count'));
    await registry.add(countTool('zero'));
    expect(await names()).toEqual(['count', 'echo', 'zero']);
    expect([...registry.names()]).toEqual(['count', 'echo', 'zero']);
    expect(await count()).toMatchObject({ success: true, output: 'count 1' });
  });

  it('refuses a name that is taken, and leaves the tool that has it', async () => {
    await expect(registry.add(countTool('echo'))).rejects.toThrow(ToolConfigurationError);
    expect(registry.get('echo')!.source).toBe('EchoTool.execute');
  });

  it('lets one of two with the same name in that come at once', async () => {
    const both = await Promise.allSettled([
      registry.add(countTool('count', 'one')),
      registry.add(countTool('count', 'two')),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(registry.size).toBe(2);
  });

  it.each([
    ['a class', EchoTool],
    ['nothing', undefined],
    ['a plain object', { name: 'count', description: 'Counts', execute: () => 0 }],
  ])('refuses %s', async (_what, tool) => {
    await expect(registry.add(tool as never)).rejects.toThrow(/takes a tool that defineTool\(\) has made/);
  });

  it('checks a tool as the boot does', async () => {
    const wrong = defineTool({ name: 'two words', description: 'Counts', execute: () => 0 });
    await expect(registry.add(wrong)).rejects.toThrow('must match');
    expect(registry.size).toBe(1);
  });

  it('gives the tool the guards that it names by their class', async () => {
    const guarded = defineTool({
      name: 'count',
      description: 'Counts',
      outputGuards: [BlockAll],
      execute: () => 'secret',
    });
    await registry.add(guarded);
    expect(await booted.executor.execute({ name: 'count' })).toMatchObject({
      success: false,
      metadata: { code: 'invalid_output', executed: true },
    });
  });
});

describe('ToolRegistry.add(), early', () => {
  it('refuses a tool before the application has booted, and says when it can come', async () => {
    await start();
    await expect(new ToolRegistry().add(countTool('count'))).rejects.toThrow('onApplicationBootstrap()');
  });

  it('takes one in onApplicationBootstrap()', async () => {
    @Injectable()
    class Adds implements OnApplicationBootstrap {
      constructor(private readonly tools: ToolRegistry) {}
      onApplicationBootstrap(): Promise<void> {
        return this.tools.add(countTool('count'));
      }
    }
    await start([Adds]);
    expect(await names()).toEqual(['count']);
  });

  it('refuses a name that the operator has switched off', async () => {
    await start([EchoTool], { overrides: { echo: { enabled: false } } });
    await expect(registry.add(countTool('echo'))).rejects.toThrow('"echo" is switched off');
  });
});

describe('ToolRegistry.remove()', () => {
  beforeEach(() => start());

  it('takes a tool away, however it was registered, and says whether there was one', async () => {
    await registry.add(countTool('count'));
    expect([registry.remove('count'), registry.remove('echo'), registry.remove('echo')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await names()).toEqual([]);
    expect((await count()).metadata.code).toBe('unknown_tool');
  });

  it('frees the name', async () => {
    registry.remove('echo');
    await registry.add(countTool('echo'));
    expect(await count('echo')).toMatchObject({ output: 'echo 1' });
  });

  it('leaves a call that is under way its tool', async () => {
    let release!: (value: string) => void;
    let started!: () => void;
    const running = new Promise<void>((resolve) => (started = resolve));
    await registry.add(
      defineTool({
        name: 'slow',
        description: 'Waits',
        execute: () => {
          started();
          return new Promise<string>((resolve) => (release = resolve));
        },
      }),
    );
    const call = booted.executor.execute({ name: 'slow' });
    await running;
    registry.remove('slow');
    await registry.add(countTool('slow'));
    release('the first one');
    expect(await call).toMatchObject({ success: true, output: 'the first one' });
  });

  it('does not disturb who is reading the list', async () => {
    await registry.add(countTool('count'));
    const seen: string[] = [];
    for (const { definition } of registry.list()) {
      registry.remove('echo');
      seen.push(definition.name);
    }
    expect(seen).toEqual(['count', 'echo']);
  });
});
