import { statSync } from 'node:fs';
import nodePath from 'node:path';
import type { ToolPrincipal } from 'nestjs-tool-executor';
import { AppConfig, LOG_LEVELS } from './app-config.js';
import { ConfigurationError } from './configuration.error.js';
import { EnvironmentReader } from './environment.reader.js';
import { overlap, realPath } from './real-path.js';

/** Visible ASCII, since it travels in a header; long enough that nobody guesses it. */
const TOKEN = /^[\x21-\x7e]{16,512}$/;
const HOST_NAME = /^[A-Za-z0-9._:-]{1,253}$/;
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const LONGEST_TIMER_MS = 2_147_483_647;
const MIB = 1024 * 1024;

/** @throws ConfigurationError that names everything that is wrong */
export function readAppConfig(env: Readonly<Record<string, string | undefined>>): AppConfig {
  const reader = new EnvironmentReader(env);
  const dataDir = nodePath.resolve(reader.text('DATA_DIR', './data'));
  const workspaceDir = nodePath.resolve(reader.text('WORKSPACE_DIR', './workspace'));
  checkFolders(reader, dataDir, workspaceDir);
  const config: AppConfig = {
    host: readHost(reader),
    port: reader.integer('PORT', 3000, 0, 65_535),
    allowedHosts: reader.list('ALLOWED_HOSTS').map((host) => host.toLowerCase()),
    token: readToken(reader, env.TOOL_EXECUTOR_TOKEN),
    principal: readPrincipal(reader),
    dataDir,
    tokenFile: nodePath.join(dataDir, 'token'),
    workspaceDir,
    searxngUrl: readSearxngUrl(reader),
    allowTools: readToolNames(reader, 'ALLOW_TOOLS'),
    denyTools: readToolNames(reader, 'DENY_TOOLS'),
    shellIsolation: readIsolation(reader),
    toolTimeoutMs: reader.integer('TOOL_TIMEOUT_MS', 60_000, 1, LONGEST_TIMER_MS),
    shutdownTimeoutMs: reader.integer('SHUTDOWN_TIMEOUT_MS', 10_000, 1, LONGEST_TIMER_MS - 1_000),
    bodyLimitBytes: reader.integer('BODY_LIMIT_BYTES', MIB, 1_024, 64 * MIB),
    logLevel: reader.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
  };
  if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
  return Object.freeze(config);
}

function readHost(reader: EnvironmentReader): string {
  const host = reader.text('HOST', '127.0.0.1');
  if (!HOST_NAME.test(host))
    reader.refuse('HOST', 'must be an address or a name, without scheme, port and brackets');
  return host;
}

/** The value never shows up in a message. */
function readToken(reader: EnvironmentReader, token: string | undefined): string | undefined {
  if (token !== undefined && !TOKEN.test(token)) {
    reader.refuse(
      'TOOL_EXECUTOR_TOKEN',
      'must have at least 16 visible ASCII characters; leave it out to have one created in DATA_DIR/token',
    );
  }
  return token;
}

function readPrincipal(reader: EnvironmentReader): ToolPrincipal {
  const tenant = reader.text('TOKEN_TENANT');
  return Object.freeze({
    id: reader.text('TOKEN_PRINCIPAL', 'operator'),
    ...(tenant === undefined ? {} : { tenant }),
    scopes: reader.list('TOKEN_SCOPES'),
    roles: reader.list('TOKEN_ROLES'),
  });
}

/** May hold a password, so the value never shows up in a message. */
function readSearxngUrl(reader: EnvironmentReader): string | undefined {
  const given = reader.text('SEARXNG_URL');
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '')
    return given;
  reader.refuse(
    'SEARXNG_URL',
    'must be the http or https address of an instance, such as http://127.0.0.1:8080, without "?" and "#"',
  );
  return undefined;
}

function readToolNames(reader: EnvironmentReader, name: string): readonly string[] {
  const names = reader.list(name);
  const wrong = names.filter((tool) => !TOOL_NAME.test(tool));
  if (wrong.length > 0)
    reader.refuse(name, `must be tool names separated by commas, not ${JSON.stringify(wrong[0])}`);
  return names;
}

/** Fails closed: whoever asks for a sandbox must not get less. */
function readIsolation(reader: EnvironmentReader): 'process' {
  if (reader.text('SHELL_ISOLATION') === 'sandbox') {
    reader.refuse(
      'SHELL_ISOLATION',
      'is sandbox, and this version has none; with process, commands have the rights of the application',
    );
  } else {
    reader.oneOf('SHELL_ISOLATION', 'auto', ['auto', 'process', 'sandbox']);
  }
  return 'process';
}

/** A tool that could write where the token lies, or read it, would be its own master. */
function checkFolders(reader: EnvironmentReader, dataDir: string, workspaceDir: string): void {
  if (overlap(realPath(dataDir), realPath(workspaceDir))) {
    reader.refuse('WORKSPACE_DIR', `(${workspaceDir}) and DATA_DIR (${dataDir}) may not contain one another`);
  }
  const workspace = statSync(workspaceDir, { throwIfNoEntry: false });
  if (workspace?.isDirectory() !== true) {
    reader.refuse('WORKSPACE_DIR', `must be a folder that exists, and ${workspaceDir} is none`);
  }
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    reader.refuse('DATA_DIR', `must be a folder, and ${dataDir} is none`);
  }
}
