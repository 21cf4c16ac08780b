import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { NoArguments } from '../../src/tool/no-arguments.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';

const named = (name: string): Type<unknown> => {
  @Tool({ name, description: 'Answers', parameters: NoArguments })
  class Named {
    execute(): string {
      return name;
    }
  }
  return Named;
};

let booted: BootedModule;
beforeEach(async () => {
  const others = Array.from({ length: 130 }, (_, at) => named(`tool_number_${at}`));
  booted = await bootModule({
    imports: [openRoot()],
    providers: [named('search_joke'), named('bash'), ...others],
  });
});
afterEach(() => booted.app.close());

const call = (name: unknown) => booted.executor.execute({ name } as never);

describe('a call among many tools', () => {
  it.each<[unknown, string]>([
    ['multi_tool_use.parallel', 'unknown tool "multi_tool_use.parallel"'],
    ['functions.search_joke', 'unknown tool "functions.search_joke". Did you mean "search_joke"?'],
    ['Bash', 'unknown tool "Bash". Did you mean "bash"?'],
    [' bash ', 'unknown tool " bash ". Did you mean "bash"?'],
    ['', 'unknown tool ""'],
    [' ', 'unknown tool " "'],
    [undefined, 'unknown tool: the name must be text, got undefined'],
    [null, 'unknown tool: the name must be text, got null'],
    [42, 'unknown tool: the name must be text, got number'],
    [['bash'], 'unknown tool: the name must be text, got object'],
    ['constructor', 'unknown tool "constructor"'],
    ['toString', 'unknown tool "toString"'],
    ['__proto__', 'unknown tool "__proto__"'],
    ['hasOwnProperty', 'unknown tool "hasOwnProperty"'],
    ['valueOf', 'unknown tool "valueOf"'],
  ])('by the name %j is of an unknown tool', async (name, error) => {
    expect(await call(name)).toMatchObject({
      success: false,
      error,
      metadata: { code: 'unknown_tool', executed: false },
    });
  });

  it('that names none of them is told a few at most, never the whole list', async () => {
    const { error } = await call('tool_number_1x');
    expect(error!.match(/"tool_number_\d+"/g)!.length).toBeLessThanOrEqual(3);
    expect(error!.length).toBeLessThan(200);
  });

  it('gets its name back bounded and escaped', async () => {
    const { error, metadata } = await call(`\u001b[2J\u202e${'x'.repeat(100_000)}`);
    expect(error!.length).toBeLessThan(300);
    expect(`${error}${metadata.tool}`).toContain('\\u{1b}[2J\\u{202e}xxx');
  });
});
