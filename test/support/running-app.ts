import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';

const MAIN = nodePath.resolve('dist/main.js');

export interface Folders {
  readonly root: string;
  readonly dataDir: string;
  readonly workspaceDir: string;
}

/** A folder of its own with a workspace that holds one file; the data folder doesn't exist yet. */
export async function makeFolders(): Promise<Folders> {
  const root = await mkdtemp(nodePath.join(tmpdir(), 'tool-executor-app-'));
  const folders = {
    root,
    dataDir: nodePath.join(root, 'data'),
    workspaceDir: nodePath.join(root, 'workspace'),
  };
  await mkdir(folders.workspaceDir);
  await writeFile(nodePath.join(folders.workspaceDir, 'hello.txt'), 'hello\n');
  return folders;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built application, as `npm start` runs it, on a port that the system chooses. */
export class RunningApp {
  private out = '';
  private err = '';
  readonly ended: Promise<Ended>;
  url = '';
  token = '';

  private constructor(
    readonly folders: Folders,
    private readonly child: ChildProcess,
  ) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: this.out, stderr: this.err }));
    });
  }

  static launch(folders: Folders, env: Record<string, string> = {}): RunningApp {
    const { root, dataDir, workspaceDir } = folders;
    const child = spawn(process.execPath, [MAIN], {
      cwd: root, // away from any .env
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, WORKSPACE_DIR: workspaceDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new RunningApp(folders, child);
  }

  /** Resolves when the application listens; rejects with what it said when it ended instead. */
  static async start(folders: Folders, env: Record<string, string> = {}): Promise<RunningApp> {
    const app = RunningApp.launch(folders, env);
    app.url = await new Promise<string>((resolve, reject) => {
      app.child.stderr!.on('data', () => {
        const [, url] = /^Listening on (\S+) .*\n[\s\S]*curl/m.exec(app.err) ?? [];
        if (url !== undefined) resolve(url);
      });
      void app.ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)));
    });
    app.token =
      env.TOOL_EXECUTOR_TOKEN ?? (await readFile(nodePath.join(folders.dataDir, 'token'), 'utf8')).trim();
    return app;
  }

  /** What it has logged up to now, parsed. */
  get log(): Record<string, unknown>[] {
    return this.out
      .slice(0, this.out.lastIndexOf('\n') + 1) // the last line may still be on its way
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Resolves when a line of the log is of that kind: the log comes behind the answer. */
  async untilLogged(isIt: (line: Record<string, unknown>) => boolean): Promise<void> {
    while (!this.log.some(isIt)) await once(this.child.stdout!, 'data');
  }

  /** What it has said to people up to now. */
  get said(): string {
    return this.err;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of every kind
  ): Promise<{ status: number; headers: Headers; body: any }> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends the process, whatever it does, and removes its folders. */
  async remove(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    await rm(this.folders.root, { recursive: true, force: true });
  }
}
