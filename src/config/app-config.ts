import type { ToolPrincipal } from 'nestjs-tool-executor';

/** The settings of the application, read and checked at start. `.env.example` explains each. */
export abstract class AppConfig {
  /** HOST */
  abstract readonly host: string;
  /** PORT; 0 lets the system choose. */
  abstract readonly port: number;
  /** ALLOWED_HOSTS, in lower case */
  abstract readonly allowedHosts: readonly string[];
  /** TOOL_EXECUTOR_TOKEN; `undefined`: the one in `tokenFile` */
  abstract readonly token: string | undefined;
  /** On whose behalf the bearer of the token acts: TOKEN_PRINCIPAL, TOKEN_TENANT, TOKEN_SCOPES, TOKEN_ROLES */
  abstract readonly principal: ToolPrincipal;
  /** DATA_DIR, absolute. It may not exist yet. */
  abstract readonly dataDir: string;
  /** Where the token is kept that the first start creates. */
  abstract readonly tokenFile: string;
  /** WORKSPACE_DIR, absolute; it exists. */
  abstract readonly workspaceDir: string;
  /** SEARXNG_URL; `undefined`: web_search searches the files of the workspace */
  abstract readonly searxngUrl: string | undefined;
  /** ALLOW_TOOLS */
  abstract readonly allowTools: readonly string[];
  /** DENY_TOOLS */
  abstract readonly denyTools: readonly string[];
  /** SHELL_ISOLATION */
  abstract readonly shellIsolation: 'process';
  /** TOOL_TIMEOUT_MS */
  abstract readonly toolTimeoutMs: number;
  /** SHUTDOWN_TIMEOUT_MS */
  abstract readonly shutdownTimeoutMs: number;
  /** BODY_LIMIT_BYTES */
  abstract readonly bodyLimitBytes: number;
  /** LOG_LEVEL */
  abstract readonly logLevel: LogLevel;
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
