import { existsSync } from 'node:fs';
import type { AppConfig } from './app-config.js';
import { readAppConfig } from './read-app-config.js';

/**
 * The settings from the environment and from `.env` in the current folder, where there is one.
 * What the environment says already wins over the file.
 *
 * @throws ConfigurationError that names everything that is wrong
 */
export function loadAppConfig(): AppConfig {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readAppConfig(process.env);
}
