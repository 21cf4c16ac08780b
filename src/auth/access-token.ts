import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, open, readFile, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { ConfigurationError } from '../config/configuration.error.js';

/** Where the token came from. `token` only where this start created it. */
export type TokenOrigin =
  { readonly from: 'environment' | 'file' } | { readonly from: 'created'; readonly token: string };

const TOKEN_BYTES = 32;
const SHORTEST_TOKEN = 16;
const READABLE_BY_OTHERS = 0o077;

/** The one bearer token of the application. Until it is loaded, nothing matches. */
@Injectable()
export class AccessToken {
  private digest: Buffer | undefined;

  constructor(private readonly config: AppConfig) {}

  /**
   * Takes the token from the environment, else from `DATA_DIR/token`, else creates that file, once.
   * Not done when the application is merely assembled: the command line must not leave files behind.
   *
   * @throws ConfigurationError when the file can't be used
   */
  async load(): Promise<TokenOrigin> {
    if (this.config.token !== undefined) {
      this.digest = digestOf(this.config.token);
      return { from: 'environment' };
    }
    const created = await this.create();
    this.digest = digestOf(created ?? (await this.read()));
    return created === undefined ? { from: 'file' } : { from: 'created', token: created };
  }

  /** In constant time, whatever the lengths. */
  matches(candidate: string): boolean {
    return this.digest !== undefined && timingSafeEqual(digestOf(candidate), this.digest);
  }

  /** `undefined`: there is one already. */
  private async create(): Promise<string | undefined> {
    const { dataDir, tokenFile } = this.config;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    try {
      if ((await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined) await chmod(dataDir, 0o700);
      const file = await open(tokenFile, 'wx', 0o600);
      try {
        await file.writeFile(`${token}\n`);
      } finally {
        await file.close();
      }
      return token;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw new ConfigurationError([`DATA_DIR can't hold the token: ${(error as Error).message}`]);
    }
  }

  private async read(): Promise<string> {
    const { tokenFile } = this.config;
    try {
      const token = (await readFile(tokenFile, 'utf8')).trim();
      const { mode } = await stat(tokenFile);
      if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) {
        throw new Error(`others may read it; run: chmod 600 ${tokenFile}`);
      }
      if (token.length < SHORTEST_TOKEN)
        throw new Error('it is too short; delete it to have a new one created');
      return token;
    } catch (error) {
      throw new ConfigurationError([`the token in ${tokenFile} can't be used: ${(error as Error).message}`]);
    }
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
