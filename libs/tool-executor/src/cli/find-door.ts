import { readFile } from 'node:fs/promises';
import { CommandError, messageOf } from './command.error.js';
import type { Session } from './session.js';
import { UsageError } from './usage.error.js';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const TOKEN_VARIABLE = 'TOOL_EXECUTOR_TOKEN';

/**
 * Address and token of the running application. The token comes from `--token-file`, else the
 * environment, else the application's own file; with `--url` the latter is not used, so that it
 * goes to no other server.
 *
 * @throws UsageError for an address or a file that can't be used
 */
export async function findDoor({
  options,
  io,
  defaults,
}: Session): Promise<{ url: string; token: string | undefined }> {
  const own = options.url === undefined ? await defaults.door?.() : undefined;
  const url = readUrl(options.url ?? own?.url ?? DEFAULT_URL);
  if (options['token-file'] !== undefined) {
    return { url, token: await readToken(options['token-file'], (why) => new UsageError(why)) };
  }
  const fromEnvironment = io.env[TOKEN_VARIABLE];
  if (fromEnvironment) return { url, token: fromEnvironment };
  if (own?.tokenFile === undefined) return { url, token: undefined };
  return {
    url,
    token: await readToken(own.tokenFile, (why) => new CommandError(`${why}; start the application first`)),
  };
}

function readUrl(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new UsageError('--url needs an http or https address, such as http://127.0.0.1:3000');
  }
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

async function readToken(path: string, refuse: (why: string) => Error): Promise<string> {
  let token: string;
  try {
    token = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw refuse(`the token can't be read: ${messageOf(error)}`);
  }
  if (token === '' || /\s/.test(token)) throw refuse(`${path} holds no token`);
  return token;
}
