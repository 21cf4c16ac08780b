import { statSync } from 'node:fs';
import nodePath from 'node:path';
import type { SearchOption } from './web-search/search-options.js';
import type { WorkspaceOptions } from './workspace/workspace.js';

/** How `run_shell` runs commands. @publicApi */
export interface ShellOptions {
  /** The shell, by absolute path; it is called as `path -c command`. @default '/bin/sh' */
  readonly path?: string;
  /**
   * Variables that commands get beside the few that are passed on (PATH, HOME, LANG, TZ, USER and the like).
   * Nothing else of the application's environment reaches them: it holds keys. These win over all others.
   * @default none
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Bytes that a command may print, stdout and stderr together, before it is stopped and fails. @default 268_435_456 (256 MiB) */
  readonly maxOutputBytes?: number;
  /** Milliseconds between SIGTERM and SIGKILL. @default 200 */
  readonly killGraceMs?: number;
  /** Milliseconds that a command may run at most, whatever it asks for. The deadline of the call binds as well. @default 60_000 */
  readonly timeoutMs?: number;
  /** Exit codes that are answers rather than failures: `[0, 1]` suits `grep` and `diff`. @default [0] */
  readonly okExitCodes?: readonly number[];
}

/** @publicApi */
export interface ToolsOptions extends WorkspaceOptions {
  /** The folder that the tools see. It must exist. A relative path starts at the current folder of the process. */
  readonly workspaceDir: string;
  /** Bytes of a file that one `read_file` reads at most. @default 16_777_216 (16 MiB) */
  readonly maxFileBytes?: number;
  readonly shell?: ShellOptions;
  /** Where `web_search` looks. @default none: then there is no `web_search` */
  readonly search?: SearchOption;
}

/** The options with every default filled in. */
export interface ResolvedToolsOptions extends Required<Omit<ToolsOptions, 'shell' | 'search'>> {
  readonly shell: Required<ShellOptions>;
  readonly search?: SearchOption;
}

const MAX_TIMER_MS = 2_147_483_647;

const DEFAULTS = {
  maxFileBytes: 16 * 1024 * 1024,
  hardLinks: 'refuse',
  shell: {
    path: '/bin/sh',
    env: {},
    maxOutputBytes: 256 * 1024 * 1024,
    killGraceMs: 200,
    timeoutMs: 60_000,
    okExitCodes: [0],
  },
} as const satisfies Omit<ResolvedToolsOptions, 'workspaceDir'>;

/** @throws Error that names the option, what it is, and what it should be */
export function resolveToolsOptions(options: ToolsOptions): ResolvedToolsOptions {
  const resolved: ResolvedToolsOptions = {
    ...DEFAULTS,
    ...withoutUndefined(options),
    shell: { ...DEFAULTS.shell, ...withoutUndefined(options?.shell ?? {}) },
  };
  checkWorkspaceDir(resolved.workspaceDir);
  checkInteger('maxFileBytes', resolved.maxFileBytes, 1, Number.MAX_SAFE_INTEGER);
  if (resolved.hardLinks !== 'refuse' && resolved.hardLinks !== 'allow') {
    throw wrong('hardLinks', resolved.hardLinks, "must be 'refuse' or 'allow'");
  }
  checkShell(resolved.shell);
  checkSearch(resolved.search);
  return resolved;
}

function checkWorkspaceDir(dir: unknown): void {
  if (typeof dir !== 'string' || dir === '') {
    throw wrong('workspaceDir', dir, 'must be the path of the folder that the tools may see');
  }
  const stats = statSync(dir, { throwIfNoEntry: false });
  const absolute = nodePath.resolve(dir);
  if (stats === undefined) {
    throw wrong('workspaceDir', absolute, 'does not exist; create the folder, or name another one');
  }
  if (!stats.isDirectory()) throw wrong('workspaceDir', absolute, 'is not a folder; name a folder');
}

function checkShell(shell: Required<ShellOptions>): void {
  if (typeof shell.path !== 'string' || !nodePath.isAbsolute(shell.path)) {
    throw wrong('shell.path', shell.path, 'must be an absolute path such as /bin/sh');
  }
  for (const [name, value] of Object.entries(shell.env)) {
    // The value stays out of the message: it may be a secret.
    if (!/^[^=\0]+$/.test(name) || typeof value !== 'string' || value.includes('\0')) {
      throw wrong('shell.env', name, 'must be a name without "=", with a text without NUL as its value');
    }
  }
  checkInteger('shell.maxOutputBytes', shell.maxOutputBytes, 1, Number.MAX_SAFE_INTEGER);
  checkInteger('shell.killGraceMs', shell.killGraceMs, 0, MAX_TIMER_MS);
  checkInteger('shell.timeoutMs', shell.timeoutMs, 1, MAX_TIMER_MS);
  if (!Array.isArray(shell.okExitCodes))
    throw wrong('shell.okExitCodes', shell.okExitCodes, 'must be a list');
  for (const code of shell.okExitCodes) checkInteger('shell.okExitCodes', code, 0, 255);
}

function checkSearch(search: unknown): void {
  if (search === undefined || typeof search === 'function') return;
  if (typeof search !== 'object' || search === null) {
    throw wrong('search', search, "must be such as { provider: 'local' }, or a SearchProvider");
  }
}

function checkInteger(option: string, value: unknown, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    throw wrong(option, value, `must be an integer from ${min} to ${max}`);
  }
}

const wrong = (option: string, value: unknown, why: string): Error =>
  new Error(`ToolExecutorToolsModule: ${option} (${JSON.stringify(value) ?? String(value)}) ${why}`);

/** A key that is present and undefined means the default, not undefined. */
const withoutUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as T;
