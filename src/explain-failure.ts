import type { AppConfig } from './config/app-config.js';

/** Errors whose message says it all. */
const EXPLAINED: ReadonlySet<string> = new Set(['ConfigurationError', 'ToolConfigurationError']);

/** Why the application didn't start, for the person who started it: one line, unless it is a fault of ours. */
export function explainFailure(error: unknown, config: Pick<AppConfig, 'host' | 'port'> | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const address = config === undefined ? '' : `${config.host}:${config.port}`;
  if (code === 'EADDRINUSE')
    return `${address} is in use: stop what listens there, or set PORT to another one`;
  if (code === 'EACCES') return `${address} may not be opened by this user: set PORT to 1024 or more`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${address} is no address of this machine: set HOST to one`;
  return EXPLAINED.has(error.name) ? error.message : (error.stack ?? error.message);
}
