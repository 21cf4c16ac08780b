import { readFile } from 'node:fs/promises';
import { messageOf } from './command.error.js';
import type { CliInput } from './cli-io.js';
import { UsageError } from './usage.error.js';

/**
 * The arguments as text, from the command line, a file (`@arguments.json`) or stdin (`-`). Whether
 * it is JSON is for the executor to say.
 *
 * @throws UsageError when the file can't be read
 */
export async function readCallArguments(
  given: string | undefined,
  stdin: CliInput,
): Promise<string | undefined> {
  if (given === '-') return decode(await readAll(stdin));
  if (given?.startsWith('@') !== true) return given;
  const path = given.slice(1);
  try {
    return decode(await readFile(path));
  } catch (error) {
    throw new UsageError(`the arguments can't be read from the file ${path}: ${messageOf(error)}`);
  }
}

async function readAll(stdin: CliInput): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as string | Uint8Array));
  return Buffer.concat(chunks);
}

/** Without the byte order mark that some shells and editors put first. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
