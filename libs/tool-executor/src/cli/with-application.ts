import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CliApplication } from './cli-defaults.js';
import { CommandError, messageOf } from './command.error.js';
import { loadModule } from './load-module.js';
import type { Session } from './session.js';
import { StderrLogger } from './stderr.logger.js';
import { UsageError } from './usage.error.js';

const CLOSE_TIMEOUT_MS = 15_000;

/**
 * Boots the application without any door, uses it and closes it. A close that fails or takes longer
 * than 15 s is said on stderr and changes nothing.
 *
 * @throws UsageError when no module is named
 * @throws CommandError when the application doesn't start
 */
export async function withApplication<T>(
  session: Session,
  use: (app: INestApplicationContext, given: CliApplication) => Promise<T>,
): Promise<T> {
  const given = await findApplication(session);
  const app = await boot(session, given);
  try {
    return await use(app, given);
  } finally {
    await close(session, app);
  }
}

/**
 * One provider of the application.
 *
 * @throws CommandError when the application doesn't have it
 */
export function requireProvider<T>(
  app: INestApplicationContext,
  token: Type<T> | (abstract new (...args: never[]) => T),
): T {
  try {
    return app.get<T>(token as Type<T>, { strict: false });
  } catch {
    throw new CommandError(
      'the application has no tool executor: add ToolExecutorModule.forRoot() to the imports of its root module, ' +
        'and run the command from the copy of nestjs-tool-executor that the application uses (npx in its folder)',
    );
  }
}

async function findApplication({ options, defaults }: Session): Promise<CliApplication> {
  if (options.module !== undefined) return { module: await loadModule(options.module, options.export) };
  if (options.export !== undefined) throw new UsageError('--export needs --module');
  if (defaults.application !== undefined) return defaults.application();
  throw new UsageError(
    '--module is missing: name the compiled file of the root module, such as dist/app.module.js',
  );
}

async function boot(
  { options, io, terminal }: Session,
  { module }: CliApplication,
): Promise<INestApplicationContext> {
  try {
    return await NestFactory.createApplicationContext(module, {
      logger: new StderrLogger(options.verbose === true, terminal.isColoured(io.stderr)),
      abortOnError: false,
    });
  } catch (error) {
    throw new CommandError(`the application did not start: ${messageOf(error)}`);
  }
}

async function close({ terminal }: Session, app: INestApplicationContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it took longer than ${CLOSE_TIMEOUT_MS} ms`)),
      CLOSE_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([app.close(), tooLong]);
  } catch (error) {
    await terminal.say(`the application did not close cleanly: ${messageOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
