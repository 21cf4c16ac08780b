import { existsSync } from 'node:fs';
import type { AppConfig } from './app-config.js';
import { ConfigurationError } from './configuration.error.js';
import { readAppConfig } from './read-app-config.js';

const ENV_FILE = '.env';

/**
 * The settings from the environment and from `.env` in the current folder, where there is one.
 * What the environment says already wins over the file.
 *
 * @throws ConfigurationError that names everything that is wrong
 */
export function loadAppConfig(): AppConfig {
  if (existsSync(ENV_FILE)) loadEnvFile();
  return readAppConfig(process.env);
}

function loadEnvFile(): void {
  try {
    process.loadEnvFile(ENV_FILE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([`${ENV_FILE} is there and can't be read (${code}): mend or remove it`]);
  }
}
