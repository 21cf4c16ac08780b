import { runAsProcess, type CliApplication, type CliDoor } from 'nestjs-tool-executor/cli';
import { loadAppConfig } from '../config/load-app-config.js';
import { urlOf } from '../config/url-of.js';

/** The command line of this application: its tools, on behalf of the principal of its token. */
await runAsProcess({ name: 'npm run -s {command} --', application: openApplication, door: findDoor });

async function openApplication(): Promise<CliApplication> {
  const { principal } = loadAppConfig();
  // Not imported at the top: what the application prints while it loads must not reach stdout.
  const { AppModule } = await import('../app.module.js');
  return { module: AppModule, principal };
}

/** Approvals are in the memory of the application that was started with the same configuration. */
function findDoor(): CliDoor {
  const { host, port, tokenFile } = loadAppConfig();
  return { url: urlOf(host, port), tokenFile };
}
