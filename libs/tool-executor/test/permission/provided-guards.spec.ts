import { afterEach, describe, expect, it } from '@jest/globals';
import { AllowListPermissionGuard } from '../../src/permission/allow-list.permission-guard.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import type { ToolPrincipal } from '../../src/tool/tool-principal.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import { bootModule, type BootedModule } from '../apps/boot-module.js';
import { FileTools } from '../apps/file-tools.js';

let booted: BootedModule;
afterEach(() => booted.app.close());

const start = async (options: ToolExecutorOptions = {}): Promise<void> => {
  booted = await bootModule({
    imports: [ToolExecutorModule.forRoot({ tracers: [], ...options })],
    providers: [FileTools],
  });
};
const codeOf = async (name: string, context?: ToolExecutionContext): Promise<string> => {
  const args = /delete|erase/.test(name) ? { path: 'a' } : {};
  const { success, metadata } = await booted.executor.execute({ name, arguments: args }, context);
  return success ? 'success' : metadata.code!;
};
const ran = (): readonly string[] => booted.app.get(FileTools).ran;
const listed = async (context?: ToolExecutionContext): Promise<string[]> =>
  (await booted.executor.list(context)).map(({ name }) => name);
const somebody = (rights: Partial<ToolPrincipal>): ToolExecutionContext => ({
  principal: { id: 'ada', ...rights },
});

describe('the default guard', () => {
  it('runs read-only tools and asks for everything else', async () => {
    await start();
    expect(await codeOf('read_file')).toBe('success');
    expect(await codeOf('delete_file')).toBe('approval_required');
    expect(await codeOf('erase_file')).toBe('approval_required');
    expect(ran()).toEqual(['read_file']);
  });

  it('runs what is allowed by its exact name', async () => {
    await start({ allow: ['delete_file', 'Erase_file', 'erase', 'erase_file '] });
    expect(await codeOf('delete_file')).toBe('success');
    expect(await codeOf('erase_file')).toBe('approval_required');
  });

  it('runs a public tool without asking', async () => {
    await start();
    expect(await codeOf('weather')).toBe('success');
  });
});

describe('an allow-list', () => {
  it('denies everything that it does not name exactly, read-only tools too', async () => {
    await start({ guards: [new AllowListPermissionGuard(['delete_file', 'Read_File', 'constructor'])] });
    expect(await codeOf('delete_file')).toBe('success');
    expect(await codeOf('read_file')).toBe('permission_denied');
    expect(await codeOf('weather')).toBe('success');
  });
});

describe('a call by another spelling', () => {
  it.each([
    'Read_file',
    'READ_FILE',
    ' read_file',
    'read_file\n',
    're\u0430d_file',
    'read_file\u200b',
    'constructor',
    '__proto__',
    'toString',
    '',
  ])('is a call of an unknown tool: %j', async (name) => {
    await start({ allow: [name] });
    expect(await codeOf(name)).toBe('unknown_tool');
    expect(ran()).toEqual([]);
  });
});

describe('scopes', () => {
  const all = { scopes: ['files:read', 'files:secret', 'other'] };

  it('must all be there', async () => {
    await start();
    expect(await codeOf('read_secret', somebody(all))).toBe('success');
    for (const scopes of [
      [],
      ['files:read'],
      ['files:secret'],
      ['files'],
      ['files:*'],
      ['FILES:READ', 'FILES:SECRET'],
    ]) {
      expect(await codeOf('read_secret', somebody({ scopes }))).toBe('unknown_tool');
    }
    expect(await codeOf('read_secret')).toBe('unknown_tool');
    expect(ran()).toEqual(['read_secret']);
  });

  it('count for public tools as well', async () => {
    await start();
    expect(await codeOf('motto')).toBe('unknown_tool');
    expect(await codeOf('motto', somebody({ scopes: ['files:read'] }))).toBe('success');
  });

  it('hide a tool in the list as they do in a call', async () => {
    await start();
    expect(await listed()).toEqual(['delete_file', 'erase_file', 'read_file', 'weather']);
    expect(await listed(somebody(all))).toEqual([
      'delete_file',
      'erase_file',
      'motto',
      'read_file',
      'read_secret',
      'weather',
    ]);
  });
});

describe('roles', () => {
  it('let in who has one of them', async () => {
    await start();
    expect(await codeOf('audit', somebody({ roles: ['owner'] }))).toBe('success');
    expect(await codeOf('audit', somebody({ roles: ['Owner', 'user'] }))).toBe('unknown_tool');
    expect(await codeOf('audit', somebody({ scopes: ['owner'] }))).toBe('unknown_tool');
    expect(await listed(somebody({ roles: ['auditor'] }))).toContain('audit');
    expect(await listed(somebody({ roles: [] }))).not.toContain('audit');
  });
});

describe("with unauthorised: 'deny'", () => {
  it('what a principal may not call is listed, and denied with what is missing', async () => {
    await start({ unauthorised: 'deny' });
    expect(await listed()).toEqual([
      'audit',
      'delete_file',
      'erase_file',
      'motto',
      'read_file',
      'read_secret',
      'weather',
    ]);
    const secret = await booted.executor.execute(
      { name: 'read_secret' },
      somebody({ scopes: ['files:read'] }),
    );
    expect(secret).toMatchObject({
      error: 'permission denied: the scope "files:secret" is missing',
      metadata: { code: 'permission_denied', retryable: false, executed: false },
    });
    const audit = await booted.executor.execute({ name: 'audit' });
    expect(audit.error).toBe('permission denied: one of the roles "auditor", "owner" is needed');
    expect(ran()).toEqual([]);
  });

  it('scopes are not asked of a person: a missing one beats an allowance and an ask', async () => {
    await start({ unauthorised: 'deny', allow: ['read_secret'] });
    expect(await codeOf('read_secret')).toBe('permission_denied');
    expect(await codeOf('motto')).toBe('permission_denied');
  });
});
