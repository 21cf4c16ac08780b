import { afterEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolRegistry } from '../../src/discovery/tool-registry.js';
import {
  deny,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { ToolConfigurationError } from '../../src/tool/tool-configuration.error.js';
import type { ToolOverrides } from '../../src/tool/tool-override.js';
import { bootModule, openRoot, type BootedModule } from '../apps/boot-module.js';
import { countTool } from '../apps/defined-tools.js';

@Injectable()
class Tools {
  @Tool({ description: 'Reads', timeoutMs: 5_000, maxOutputChars: 1_000 })
  readFile(): string {
    return 'x'.repeat(800);
  }
  @Tool({ description: 'Says nothing of itself' })
  plain(): string {
    return 'plain';
  }
  @Tool({ description: 'Is open to all', permission: 'public' })
  open(): string {
    return 'open';
  }
  @Tool({ name: 'constructor', description: 'Has a name that objects inherit' })
  odd(): string {
    return 'odd';
  }
}

class DenyAll extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return deny('nobody may');
  }
}

let booted: BootedModule | undefined;
afterEach(async () => {
  await booted?.app.close();
  booted = undefined;
});

const start = async (overrides: unknown, options: object = {}): Promise<BootedModule> =>
  (booted = await bootModule({
    imports: [openRoot({ overrides: overrides as ToolOverrides, ...options })],
    providers: [Tools, countTool('count')],
  }));
const failure = async (overrides: unknown, options: object = {}): Promise<string> => {
  const error: unknown = await start(overrides, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolConfigurationError);
  return (error as Error).message;
};
const traits = (name: string) => booted!.app.get(ToolRegistry).get(name)!.definition.traits;

describe('overrides', () => {
  it('shorten the time and the output of a tool, also where it says nothing of them', async () => {
    const { executor, app } = await start({
      read_file: { timeoutMs: 100, maxOutputChars: 200 },
      plain: { timeoutMs: 29_999 },
      count: { timeoutMs: 7 },
    });
    expect([traits('read_file').timeoutMs, traits('plain').timeoutMs, traits('count').timeoutMs]).toEqual([
      100, 29_999, 7,
    ]);
    expect(traits('open').timeoutMs).toBe(30_000);
    expect(app.get(ToolRegistry).get('plain')!.maxOutputChars).toBe(100_000);
    const result = await executor.execute({ name: 'read_file' });
    expect((result.output as string).length).toBe(200);
    expect(result.metadata).toMatchObject({ truncated: true, originalSize: 800 });
  });

  it('make a public tool ask its guards', async () => {
    const { executor } = await start({ open: { permission: 'guarded' } }, { guards: [new DenyAll()] });
    expect((await executor.execute({ name: 'open' })).metadata.code).toBe('permission_denied');
  });

  it('switch a tool off for everybody: it is as one that does not exist', async () => {
    const { executor, app } = await start({ read_file: { enabled: false }, plain: { enabled: true } });
    expect(await executor.execute({ name: 'read_file' })).toMatchObject({
      error: 'unknown tool "read_file"',
      metadata: { code: 'unknown_tool' },
    });
    expect((await executor.list()).map(({ name }) => name)).toEqual([
      'constructor',
      'count',
      'open',
      'plain',
    ]);
    expect(app.get(ToolRegistry).get('read_file')).toBeUndefined();
  });

  it('void the approvals that were given for the tool as it was', async () => {
    const hashOf = () => booted!.app.get(ToolRegistry).get('plain')!.definition.schemaHash;
    await start({});
    const before = hashOf();
    await booted!.app.close();
    await start({ plain: { timeoutMs: 5 } });
    expect(hashOf()).not.toBe(before);
  });

  it.each<[object, string]>([
    [{ read_file: { timeoutMs: 5_001 } }, '`overrides.read_file.timeoutMs` is 5001, and the tool has 5000'],
    [{ plain: { timeoutMs: 30_001 } }, '`overrides.plain.timeoutMs` is 30001, and the tool has 30000'],
    [
      { read_file: { maxOutputChars: 1_001 } },
      '`overrides.read_file.maxOutputChars` is 1001, and the tool has 1000',
    ],
    [
      { plain: { permission: 'public' } },
      "`overrides.plain.permission` is 'public', and the tool has 'guarded'",
    ],
  ])('loosen nothing, unless that is allowed: %j', async (overrides, problem) => {
    const message = await failure(overrides);
    expect(message).toContain(problem);
    expect(message).toContain('`allowLoosen: true`');
    await expect(start(overrides, { allowLoosen: true })).resolves.toBeDefined();
  });

  it.each<[object, object]>([
    [{ open: { permission: 'public' } }, { permission: 'public' }],
    [{ plain: { permission: 'guarded' } }, { permission: 'guarded' }],
    [{ read_file: { timeoutMs: 5_000 } }, { timeoutMs: 5_000 }],
  ])('may say what is so already: %j', async (overrides, expected) => {
    await start(overrides);
    expect(traits(Object.keys(overrides)[0]!)).toMatchObject(expected);
  });

  it('count by own names alone', async () => {
    await start(Object.create({ plain: { enabled: false } }));
    expect(traits('plain').timeoutMs).toBe(30_000);
    expect(traits('constructor').timeoutMs).toBe(30_000);
  });

  it('hold for a tool that comes back while the application runs', async () => {
    const { app } = await start({ count: { timeoutMs: 7 } });
    const registry = app.get(ToolRegistry);
    registry.remove('count');
    await registry.add(countTool('count'));
    expect(traits('count').timeoutMs).toBe(7);
  });

  it.each<[unknown, string]>([
    [
      { read_fil: { enabled: false } },
      '`overrides.read_fil` is for a tool that isn\'t there; did you mean "read_file"',
    ],
    [{ nobody: { enabled: false } }, "`overrides.nobody` is for a tool that isn't there; check the spelling"],
    [
      { plain: { concurrency: 1 } },
      '`overrides.plain.concurrency` is not an option; give enabled, timeoutMs, permission, maxOutputChars.',
    ],
    [{ plain: { enabled: 'false' } }, "`overrides.plain.enabled` is 'false'; give true or false"],
    [{ plain: { timeoutMs: 0 } }, '`overrides.plain.timeoutMs` is 0; give milliseconds between 1 and'],
    [{ plain: { timeoutMs: '5' } }, '`overrides.plain.timeoutMs` is 5'],
    [{ plain: { maxOutputChars: 99 } }, '`overrides.plain.maxOutputChars` is 99'],
    [{ plain: { permission: 'none' } }, "`overrides.plain.permission` is 'none'; give 'guarded' or 'public'"],
    [{ plain: false }, '`overrides.plain` is not an object'],
    [{ plain: null }, '`overrides.plain` is not an object'],
    [[], '`overrides` is not an object'],
    ['plain', '`overrides` is not an object'],
  ])('fail the boot where they can not be meant: %j', async (overrides, problem) => {
    expect(await failure(overrides)).toContain(problem);
  });

  it('are loosened by true alone', async () => {
    expect(await failure({}, { allowLoosen: 'yes' })).toContain("`allowLoosen` is 'yes'; give true or false");
  });
});
