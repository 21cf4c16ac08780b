import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import type { ToolDefinition } from '../../src/tool/tool-definition.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  ran = 0;

  @Tool({ description: 'Finds a joke' })
  searchJoke(): void {
    this.ran += 1;
  }
  @Tool({ description: 'Runs a line' })
  bash(): void {
    this.ran += 1;
  }
  @Tool({ description: 'Pays account a' })
  payA(): void {}
  @Tool({ description: 'Pays account b' })
  payB(): void {}
  @Tool({ description: 'Pays account c' })
  payC(): void {}
  @Tool({ description: 'Pays account d' })
  payD(): void {}
}

class NoBash extends ToolPermissionGuard {
  constructor(private readonly visible: (tool: ToolDefinition) => boolean | Promise<boolean> = () => true) {
    super();
  }
  decide({ tool }: GuardedCall): ToolPermissionDecision {
    return tool.name === 'bash' ? deny('no shell') : allow();
  }
  override isVisible(tool: ToolDefinition): boolean | Promise<boolean> {
    return this.visible(tool);
  }
}

describe('names of tools, through execute()', () => {
  let booted: Booted;
  afterEach(() => booted.app.close());

  const start = async (guard = new NoBash(), options = {}): Promise<Booted> => {
    booted = await boot([Tools], { guards: [guard], ...options });
    return booted;
  };
  const call = (name: unknown): Promise<ToolResult> =>
    booted.executor.execute({ id: 'c', name: name as string });
  const unknown = async (name: unknown): Promise<ToolResult> => {
    const result = await call(name);
    expect(result).toMatchObject({
      success: false,
      output: null,
      metadata: { code: 'unknown_tool', executed: false, retryable: false, toolCallId: 'c' },
    });
    expect(booted.app.get(Tools).ran).toBe(0);
    return result;
  };

  it.each([
    ['multi_tool_use.parallel', 'unknown tool "multi_tool_use.parallel"'],
    ['functions.search_joke', 'unknown tool "functions.search_joke". Did you mean "search_joke"?'],
    ['Search_Joke', 'unknown tool "Search_Joke". Did you mean "search_joke"?'],
    [' search_joke ', 'unknown tool " search_joke ". Did you mean "search_joke"?'],
    ['', 'unknown tool ""'],
    [' ', 'unknown tool " "'],
    [undefined, 'unknown tool: the name must be text, got undefined'],
    [null, 'unknown tool: the name must be text, got null'],
    [42, 'unknown tool: the name must be text, got number'],
    [['bash'], 'unknown tool: the name must be text, got object'],
  ])('answers %j with one short text', async (name, text) => {
    await start();
    expect((await unknown(name)).error).toBe(text);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'prototype'])(
    'does not know %s, which every object inherits',
    async (name) => {
      await start();
      expect((await unknown(name)).error).toBe(`unknown tool "${name}"`);
    },
  );

  it.each(['Bash', 'BASH', ' bash ', 'bash\u200b', 'ba\u0455h'])(
    'knows only the exact spelling, so that %j cannot slip past a rule for "bash"',
    async (name) => {
      await start();
      await unknown(name);
      expect(await call('bash')).toMatchObject({ metadata: { code: 'permission_denied' } });
    },
  );

  it.each([undefined, null, 'bash', 5, [], () => 'bash'])('answers a call that is %p', async (toolCall) => {
    await start();
    const result = await booted.executor.execute(toolCall as never);
    expect(result).toMatchObject({ success: false, metadata: { code: 'unknown_tool', tool: '' } });
    expect(booted.tracer.last.ends).toHaveLength(1);
  });

  it('gives at most three near names, however many tools there are', async () => {
    await start();
    expect((await unknown('pay')).error!.match(/"pay_/g)).toHaveLength(3);
  });

  it('answers a hidden tool exactly as one that does not exist', async () => {
    const hidden = await start(new NoBash(({ name }) => name !== 'pay_d'));
    const there = await unknown('pay_d');
    await hidden.app.close();
    // Nearly the same name, which nobody has: the same near names must be left.
    await start(new NoBash(({ name }) => name !== 'pay_d'));
    const notThere = await unknown('pay_e');
    const named = (result: ToolResult): string[] => (result.error!.match(/"\w+"/g) ?? []).slice(1).sort();
    expect(named(there)).toEqual(['"pay_a"', '"pay_b"', '"pay_c"']);
    expect(named(notThere)).toEqual(named(there));
    expect(Object.keys(there.metadata)).toEqual(Object.keys(notThere.metadata));
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('directory down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('directory down'))],
    ['hangs', () => new Promise<boolean>(() => {})],
    ['answers "yes"', () => 'yes' as never],
  ])('hides a tool whose guard %s', async (_how, visible) => {
    await start(new NoBash(visible), { permissionTimeoutMs: 10 });
    expect((await unknown('search_joke')).error).toBe('unknown tool "search_joke"');
  });

  it.each([
    ['cancelled', (): object => ({ signal: AbortSignal.timeout(10) })],
    ['timeout', (): object => ({ deadline: Date.now() + 10 })],
  ])('does not wait for a guard that hangs once the call is over: %s', async (code, context) => {
    await start(new NoBash(() => new Promise<boolean>(() => {})), { permissionTimeoutMs: 1_000 });
    for (const name of ['search_joke', 'search_jok']) {
      const result = await booted.executor.execute({ name }, context());
      expect(result.metadata).toMatchObject({ code, executed: false, stopped: true });
    }
  });

  it('bounds and escapes a name wherever it shows', async () => {
    const { tracer } = await start();
    for (const name of [
      'x\r\n[2026-01-01] [info] permission granted: bash',
      '\u001b[2J\u2028\u202e',
      'n'.repeat(1_000_000),
    ]) {
      const result = await unknown(name);
      const shown = JSON.stringify([result, tracer.last.call.tool]);
      expect(shown.length).toBeLessThan(1_500);
      expect(`${result.error}${result.metadata.tool}${tracer.last.call.tool}`).not.toMatch(
        // eslint-disable-next-line no-control-regex
        /[\u0000-\u001f\u2028\u202e]/,
      );
    }
  });

  it('goes on after an unknown name', async () => {
    await start();
    await unknown('nope');
    expect((await call('search_joke')).success).toBe(true);
  });
});
