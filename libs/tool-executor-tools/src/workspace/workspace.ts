import { realpathSync, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import nodePath from 'node:path';
import type { ToolError } from 'nestjs-tool-executor';
import { checkPath, refuseEnvironmentFiles } from './check-path.js';
import { locate, type Located, type WorkspaceRoot } from './locate.js';
import { openChecked, type Opened } from './open-checked.js';
import { relativeInside } from './relative-inside.js';
import { closedPath, diskError, outsideWorkspace, wrongKind } from './workspace.errors.js';

/** @publicApi */
export interface WorkspaceOptions {
  /**
   * Files with a second name (hard link) may be the very bytes of a file outside; no path tells.
   * `allow` is for folders that are full of them, such as a pnpm `node_modules`.
   * @default 'refuse'
   */
  readonly hardLinks?: 'refuse' | 'allow';
}

/** An open file or folder of the workspace. Whoever opened it closes it. @publicApi */
export interface WorkspaceEntry {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
  /** Relative to the workspace, by real names; `''` is the workspace itself. */
  readonly path: string;
}

/** @publicApi */
export interface WorkspaceFolder extends WorkspaceEntry {
  /** Leads to exactly this folder while it is open, whatever its name leads to by now (without /proc: its real path). */
  readonly readPath: string;
}

/**
 * The one folder that the tools see. What is opened through it is inside, by the real path of the
 * open handle: `..`, links, and folders swapped for links while a path is looked up don't lead out.
 * Names that start with `.env`, devices, pipes and sockets are closed, as are /proc, /sys and /dev
 * where the workspace contains them.
 *
 * It guards its own readers only: a shell sees the disk as its user does.
 *
 * @publicApi
 */
export class Workspace {
  /** The real path of the root. */
  readonly root: string;
  readonly #root: WorkspaceRoot;
  readonly #closed: readonly string[];
  readonly #refuseHardLinks: boolean;

  /** @throws when `dir` does not exist. The root is resolved once: a link that is turned elsewhere later changes nothing. */
  constructor(dir: string, options: WorkspaceOptions = {}) {
    this.root = realpathSync(dir);
    this.#root = { real: this.root, spelled: nodePath.resolve(dir) };
    this.#closed = ['/proc', '/sys', '/dev'].filter((folder) => relativeInside(this.root, folder) !== undefined);
    this.#refuseHardLinks = (options.hardLinks ?? 'refuse') === 'refuse';
  }

  /**
   * Opens a regular file for reading.
   *
   * @param path relative to the workspace, or absolute and inside it
   * @throws ToolError that names the path as it was given
   */
  async openFile(path: string): Promise<WorkspaceEntry> {
    const located = await this.#locate(path);
    if (!located.stats.isFile()) throw notAFile(path, located.stats.isDirectory());
    const { handle, stats, realPath } = await this.#open(path, located);
    try {
      if (!stats.isFile()) throw notAFile(path, stats.isDirectory());
      if (this.#refuseHardLinks && stats.nlink > 1n) {
        throw closedPath(path, 'is closed: it has a second name (hard link), which may be outside the workspace');
      }
      return { handle, stats, path: nodePath.relative(this.root, realPath) };
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  /** Opens a folder for listing. Arguments and errors as in {@link openFile}. */
  async openFolder(path: string): Promise<WorkspaceFolder> {
    const located = await this.#locate(path);
    if (!located.stats.isDirectory()) throw notAFolder(path);
    const { handle, stats, realPath, readPath } = await this.#open(path, located);
    if (!stats.isDirectory()) {
      await handle.close();
      throw notAFolder(path);
    }
    return { handle, stats, path: nodePath.relative(this.root, realPath), readPath };
  }

  /** The real path of a folder, to start a process in. Errors as in {@link openFile}. */
  async resolveFolder(path: string): Promise<string> {
    const located = await this.#locate(path);
    if (!located.stats.isDirectory()) throw notAFolder(path);
    return located.realPath;
  }

  async #locate(path: string): Promise<Located> {
    checkPath(path);
    const located = await locate(this.#root, path);
    this.#refuseClosed(path, located.realPath);
    return located;
  }

  async #open(path: string, located: Located): Promise<Opened & { readonly realPath: string }> {
    const opened = await openChecked(located).catch((cause: unknown) => {
      throw diskError(path, cause);
    });
    try {
      const relative = opened.realPath === undefined ? undefined : relativeInside(this.root, opened.realPath);
      if (opened.realPath === undefined || relative === undefined) throw outsideWorkspace(path);
      refuseEnvironmentFiles(path, relative.split(nodePath.sep));
      this.#refuseClosed(path, opened.realPath);
      return { ...opened, realPath: opened.realPath };
    } catch (cause) {
      await opened.handle.close();
      throw cause;
    }
  }

  #refuseClosed(path: string, realPath: string): void {
    if (this.#closed.some((folder) => relativeInside(folder, realPath) !== undefined)) {
      throw closedPath(path, 'is closed: it belongs to the kernel, not to the files of the workspace');
    }
  }
}

const notAFile = (path: string, isFolder: boolean): ToolError =>
  wrongKind(path, isFolder ? 'is a folder, not a file' : 'is not a regular file');

const notAFolder = (path: string): ToolError => wrongKind(path, 'is not a folder');
