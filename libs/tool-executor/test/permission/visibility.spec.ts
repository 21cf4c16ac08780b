import { afterEach, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { allow, ToolPermissionGuard } from '../../src/permission/tool-permission-guard.js';
import type { ToolDefinition } from '../../src/tool/tool-definition.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import { boot, MemoryTracer, type Booted } from '../support/boot.js';
import { FileTools } from '../apps/file-tools.js';
import { gainedSince, heldResources } from '../support/held-resources.js';

type Answer = (tool: ToolDefinition, context: ToolExecutionContext) => unknown;

/** Says about `read_file` what the test says, and shows the rest. */
class Showing extends ToolPermissionGuard {
  decided = 0;
  constructor(private readonly answer: Answer) {
    super();
  }
  decide() {
    this.decided++;
    return allow();
  }
  override isVisible(tool: ToolDefinition, context: ToolExecutionContext): boolean {
    return (tool.name === 'read_file' ? this.answer(tool, context) : true) as boolean;
  }
}

const named = (name: string): Type<unknown> => {
  @Tool({ name, description: 'Answers', parameters: NoArguments })
  class Named {
    execute(): void {}
  }
  return Named;
};

let booted: Booted;
afterEach(() => booted.app.close());

const start = async (answer: Answer): Promise<{ guard: Showing; tracer: MemoryTracer }> => {
  const guard = new Showing(answer);
  booted = await boot([FileTools], { guards: [guard], permissionTimeoutMs: 20 });
  return { guard, tracer: booted.tracer };
};
const fail = (): never => {
  throw new Error('directory is down');
};

describe('a hidden tool', () => {
  it.each<[string, Answer, RegExp | undefined]>([
    ['false', () => false, undefined],
    ['something that is not true', () => 1, undefined],
    ['nothing', () => undefined, undefined],
    ['a later false', async () => false, undefined],
    ['a later something', async () => 'yes', undefined],
    ['a throw', fail, /directory is down/],
    ['a rejection', async () => fail(), /directory is down/],
    ['an answer that never comes', () => new Promise(() => {}), /took longer than 20 ms/],
    ['a thenable that throws', () => ({ then: fail }), /directory is down/],
    [
      'a thenable that cannot be read',
      () => ({
        get then() {
          return fail();
        },
      }),
      /directory is down/,
    ],
  ])(
    'is one about which the guard gives %s: missing in the list, unknown in a call',
    async (_, answer, cause) => {
      const { guard, tracer } = await start(answer);
      expect((await booted.executor.list()).map(({ name }) => name)).not.toContain('read_file');
      const result = await booted.executor.execute({ name: 'read_file', arguments: { wrong: 1 } });
      expect(result).toMatchObject({
        success: false,
        metadata: { code: 'unknown_tool', executed: false, isolation: null },
      });
      expect(guard.decided).toBe(0);
      expect(tracer.last.ends).toHaveLength(1);
      const traced = tracer.last.ends[0]!.cause;
      if (cause === undefined) expect(traced).toBeUndefined();
      else expect((traced as Error).message).toMatch(cause);
    },
  );

  it('answers word for word like a tool that does not exist', async () => {
    await start(() => false);
    const hidden = await booted.executor.execute({ id: 'c', name: 'read_file', arguments: {} });
    await booted.app.close();
    booted = await boot([]);
    const missing = await booted.executor.execute({ id: 'c', name: 'read_file', arguments: {} });
    expect(hidden.error).toBe(missing.error);
    const { callId: _1, traceId: _2, ...facts } = hidden.metadata;
    expect(missing.metadata).toMatchObject(facts);
    expect(Object.keys(missing.metadata)).toEqual(Object.keys(hidden.metadata));
  });

  it('takes no place from the tools that are suggested', async () => {
    const suggestions = async (...tools: Type<unknown>[]): Promise<string[]> => {
      booted = await boot(tools, { guards: [new Showing(() => false)] });
      const { error } = await booted.executor.execute({ name: 'read_file' });
      return error!.match(/"read_fil\w+"/g)!.slice(1);
    };
    const near = ['read_filf', 'read_filg', 'read_filh'].map(named);
    const withHidden = await suggestions(FileTools, ...near);
    await booted.app.close();
    expect(withHidden).toEqual(await suggestions(...near));
    expect(withHidden).toHaveLength(3);
  });

  it('does not hold a caller who cancels while the guard makes up its mind', async () => {
    const abort = new AbortController();
    const held = heldResources();
    booted = await boot([FileTools], {
      guards: [new Showing(() => (abort.abort(), new Promise(() => {})))],
      permissionTimeoutMs: 600_000,
    });
    expect(await booted.executor.execute({ name: 'read_file' }, { signal: abort.signal })).toMatchObject({
      metadata: { code: 'cancelled', executed: false },
    });
    expect(gainedSince(held)).toEqual([]);
  });

  it('is never suggested', async () => {
    await start(() => false);
    const { error } = await booted.executor.execute({ name: 'read_fil' });
    expect(error).not.toContain('read_file"');
  });
});

describe('a visible tool', () => {
  it.each<[string, Answer]>([
    ['at once', () => true],
    ['later', async () => true],
    ['by a thenable', () => ({ then: (resolve: (value: boolean) => void) => resolve(true) })],
  ])('is shown %s', async (_, answer) => {
    await start(answer);
    expect((await booted.executor.list()).map(({ name }) => name)).toContain('read_file');
    expect(await booted.executor.execute({ name: 'read_file' })).toMatchObject({ success: true });
  });

  it('is judged for the principal of the call', async () => {
    await start((_tool, { principal }) => principal?.tenant === 'a');
    const names = async (tenant: string): Promise<string[]> =>
      (await booted.executor.list({ principal: { id: 'ada', tenant } })).map(({ name }) => name);
    expect(await names('a')).toContain('read_file');
    expect(await names('b')).not.toContain('read_file');
    expect(
      await booted.executor.execute({ name: 'read_file' }, { principal: { id: 'ada', tenant: 'b' } }),
    ).toMatchObject({
      metadata: { code: 'unknown_tool' },
    });
  });

  it('must be shown by every guard', async () => {
    const hides = new Showing(async () => false);
    booted = await boot([FileTools], {
      guards: [new Showing(async () => true), new Showing(() => true), hides],
    });
    expect(await booted.executor.execute({ name: 'read_file' })).toMatchObject({
      metadata: { code: 'unknown_tool' },
    });
  });
});

describe('list()', () => {
  it('refuses a context that it cannot use', async () => {
    await start(() => true);
    await expect(booted.executor.list({ principal: {} } as never)).rejects.toThrow(TypeError);
  });
});
