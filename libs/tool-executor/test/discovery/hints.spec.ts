import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { shouldReturnDirect } from '../../src/tool/should-return-direct.js';
import type { ToolDefinition } from '../../src/tool/tool-definition.js';
import type { ToolOptions } from '../../src/tool/tool-options.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { boot, type Booted } from '../support/boot.js';

@Injectable()
class Tools {
  @Tool({ description: 'Gives the answer itself', returnDirect: true })
  direct(): unknown {
    return { at: new Date(0), n: 1n };
  }
  @Tool({ description: 'Was to give the answer itself', returnDirect: true })
  directFailing(): never {
    throw new Error('no');
  }
  @Tool({ description: 'Gives something for the model' })
  plain(): string {
    return 'x';
  }
}

describe('returnDirect', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await boot([Tools]);
  });
  afterAll(() => booted.app.close());

  const batch = (...names: string[]): Promise<ToolResult[]> =>
    booted.executor.executeMany(names.map((name) => ({ call: { name } })));

  it('is in the list for every tool', async () => {
    const hints = (await booted.executor.list()).map(({ name, traits }) => [name, traits.returnDirect]);
    expect(Object.fromEntries(hints)).toEqual({ direct: true, direct_failing: true, plain: false });
  });

  it('is in the metadata of successes alone', async () => {
    const [direct, failing, plain] = await batch('direct', 'direct_failing', 'plain');
    expect(direct!.metadata.returnDirect).toBe(true);
    expect(failing!.metadata).not.toHaveProperty('returnDirect');
    expect(plain!.metadata).not.toHaveProperty('returnDirect');
  });

  it('keeps every result of a batch, as JSON', async () => {
    const results = await batch('direct', 'direct');
    const output = { at: '1970-01-01T00:00:00.000Z', n: '1' };
    expect(results.map((result) => result.output)).toEqual([output, output]);
    expect(shouldReturnDirect(results)).toBe(true);
  });

  it.each([
    ['no call at all', [], false],
    ['one that is the answer', ['direct'], true],
    ['one that failed', ['direct', 'direct_failing'], false],
    ['one for the model', ['direct', 'plain'], false],
    ['one that does not exist', ['direct', 'nowhere'], false],
  ])('counts for a batch with %s only if all have succeeded and say so', async (_what, names, expected) => {
    expect(shouldReturnDirect(await batch(...names))).toBe(expected);
  });
});

/** Boots one tool with these options. */
async function definitionWith(options: Partial<ToolOptions>): Promise<ToolDefinition> {
  @Injectable()
  class Tuned {
    @Tool({ description: 'Is tuned', ...options })
    tuned(): void {}
  }
  const { app, executor } = await boot([Tuned]);
  const [definition] = await executor.list();
  await app.close();
  return definition!;
}

describe('providerOptions', () => {
  it('are handed through as a frozen copy', async () => {
    const given = {
      openai: { strict: true, tags: ['a'] },
      anthropic: { cache_control: { type: 'ephemeral' } },
    };
    const { providerOptions } = (await definitionWith({ providerOptions: given })).traits;
    expect(providerOptions).toEqual(given);
    given.openai.tags.push('b');
    expect(providerOptions!['openai']).toEqual({ strict: true, tags: ['a'] });
    expect(Object.isFrozen(providerOptions!['openai'])).toBe(true);
    expect((await definitionWith({})).traits).not.toHaveProperty('providerOptions');
  });

  it('change no hash: an approval outlives a change of them, and not one of the traits', async () => {
    const { schemaHash } = await definitionWith({});
    expect((await definitionWith({ providerOptions: { openai: { strict: true } } })).schemaHash).toBe(
      schemaHash,
    );
    expect((await definitionWith({ readOnly: true })).schemaHash).not.toBe(schemaHash);
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  it.each<[string, unknown, string]>([
    ['text', 'strict', '`providerOptions` must be an object'],
    ['null', null, '`providerOptions` must be an object'],
    ['a list', [], '`providerOptions` must be an object'],
    ['a date', { openai: { at: new Date(0) } }, '`providerOptions.openai.at` must be plain JSON'],
    ['a function', { openai: { strict: () => true } }, '`providerOptions.openai.strict` must be plain JSON'],
    ['NaN', { gemini: [Number.NaN] }, '`providerOptions.gemini[0]` must be plain JSON'],
    ['a cycle', { openai: cycle }, '`providerOptions.openai.self` must be plain JSON'],
    ['a key that pollutes', JSON.parse('{"__proto__":{"a":1}}'), 'must be plain JSON'],
    [
      'what cannot be read',
      {
        get openai(): never {
          throw new Error('no');
        },
      },
      '`providerOptions.openai` must be plain JSON',
    ],
  ])('fail the boot where they hold %s, by its place', async (_what, providerOptions, message) => {
    await expect(definitionWith({ providerOptions: providerOptions as never })).rejects.toThrow(message);
  });

  it('and returnDirect that is no flag fails the boot, too', async () => {
    await expect(definitionWith({ returnDirect: 'yes' as never })).rejects.toThrow('`returnDirect` must be');
  });
});
