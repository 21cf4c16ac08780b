import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { ToolRegistry } from 'nestjs-tool-executor';
import { traceIdOf } from 'nestjs-tool-executor-rest';
import { AppModule } from './app.module.js';
import type { AppConfig } from './config/app-config.js';
import { ConfigurationError } from './config/configuration.error.js';
import { serveDocs } from './serve-docs.js';

const REQUEST_TIMEOUT_MS = 30_000;

/** Assembles and boots the application, short of opening its port. */
export async function createApp(config: AppConfig): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: config.bodyLimitBytes,
    // The id of a request is the id of its trace: log, tool calls and the caller's own spans share it.
    genReqId: ({ headers }: IncomingMessage) => traceIdOf(headers) ?? randomBytes(16).toString('hex'),
    // For a request to arrive in full; a call may take longer.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Such keys in the arguments are the model's, and the executor answers them.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, {
    abortOnError: false,
    // A boot that fails says why in one line on stderr; only one that succeeds has a log.
    bufferLogs: true,
    autoFlushLogs: false,
  });
  await app.init();
  checkToolNames(config, app.get(ToolRegistry));
  serveDocs(app);
  app.useLogger(app.get(Logger));
  app.flushLogs();
  return app;
}

/** A typing error in DENY_TOOLS would leave a tool switched on. */
function checkToolNames({ allowTools, denyTools }: AppConfig, registry: ToolRegistry): void {
  const unknown = (variable: string, names: readonly string[]): string[] =>
    names
      .filter((name) => registry.get(name) === undefined)
      .map((name) => `${variable} names "${name}", and there are only ${[...registry.names()].join(', ')}`);
  const problems = [...unknown('ALLOW_TOOLS', allowTools), ...unknown('DENY_TOOLS', denyTools)];
  if (problems.length > 0) throw new ConfigurationError(problems);
}
