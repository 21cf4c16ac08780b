import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { AccessToken } from './auth/access-token.js';
import type { AppConfig } from './config/app-config.js';
import { loadAppConfig } from './config/load-app-config.js';
import { urlOf } from './config/url-of.js';
import { createApp } from './create-app.js';
import { explainFailure } from './explain-failure.js';
import { printWelcome } from './print-welcome.js';
import { stopOnSignals } from './stop-on-signals.js';

async function start(config: AppConfig): Promise<void> {
  const app = await createApp(config);
  const origin = await app.get(AccessToken).load();
  await app.listen(config.port, config.host);
  stopOnSignals(app, config.shutdownTimeoutMs);
  const { port } = app.getHttpServer().address() as AddressInfo;
  printWelcome(urlOf(config.host, port), origin, config);
}

let config: AppConfig | undefined;
try {
  config = loadAppConfig();
  await start(config);
} catch (error) {
  process.stderr.write(`${explainFailure(error, config)}\n`);
  process.exit(1);
}
