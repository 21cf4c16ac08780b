import { endGroup, rememberGroup, signalGroup } from './live-groups.js';
import type { ProcessEnd, ProcessRequest } from './process-request.js';
import { startFailure, startProcess, type StartedProcess } from './start-process.js';
import { TextCapture } from './text-capture.js';

/** Milliseconds without output after the exit, until what still holds the pipes is ended. */
const QUIET_MS = 100;
/** Milliseconds after the exit, until that happens to those who keep printing. */
const DRAIN_MS = 500;
/** Milliseconds for the last output of a group that was killed; a process that left the group may hold the pipes for good. */
const LAST_OUTPUT_MS = 50;

/**
 * Runs a program to its end, and its process group with it.
 *
 * It settles on the exit of the program, not on the end of its output: what was put in the
 * background may hold the pipes for hours. After the exit, output is read until it ends, pauses
 * for 100 ms, or 500 ms are over; then the group is killed. Only a process that has left the
 * group (`setsid`) survives: a sandbox holds those.
 *
 * To stop it (signal, `timeoutMs`, too much output) the group gets SIGTERM, and SIGKILL after
 * `killGraceMs`; what it printed so far is kept, and `stoppedBecause` says why.
 *
 * @throws ToolError when the program can't be started; the signal's reason when that has aborted before
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  request.signal.throwIfAborted();
  const child = startProcess(request);
  return new Promise((resolve, reject) => {
    new RunningProcess(child, request, resolve, reject);
  });
}

class RunningProcess {
  readonly #stdout: TextCapture;
  readonly #stderr = new TextCapture();
  #bytes = 0;
  #stoppedBecause: string | undefined;
  #exit: Pick<ProcessEnd, 'exitCode' | 'signal'> | undefined;
  #timeout: NodeJS.Timeout | undefined;
  #kill: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #drain: NodeJS.Timeout | undefined;
  #settled = false;
  readonly #onAbort = (): void =>
    this.#exit === undefined ? this.#stop('its call was cancelled or ran out of time') : this.#endGroup();

  constructor(
    private readonly child: StartedProcess,
    private readonly request: ProcessRequest,
    private readonly resolve: (end: ProcessEnd) => void,
    private readonly reject: (cause: unknown) => void,
  ) {
    this.#stdout = new TextCapture(request.wholeStdoutChars);
    child.once('error', (cause) => this.#fail(cause));
    if (child.pid === undefined) return;
    rememberGroup(child.pid);
    child.stdout.on('data', (chunk: Buffer) => this.#capture(this.#stdout, chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#capture(this.#stderr, chunk));
    // A broken pipe ends the output like its end does.
    child.stdout.on('error', () => undefined);
    child.stderr.on('error', () => undefined);
    child.once('exit', (exitCode, signal) => this.#drainOutput({ exitCode, signal }));
    child.once('close', () => this.#finish());
    request.signal.addEventListener('abort', this.#onAbort, { once: true });
    const { timeoutMs } = request;
    if (timeoutMs !== undefined) {
      this.#timeout = setTimeout(() => this.#stop(`timed out after ${timeoutMs} ms`), timeoutMs);
    }
  }

  #capture(capture: TextCapture, chunk: Buffer): void {
    const room = this.request.maxOutputBytes - this.#bytes;
    this.#bytes += chunk.length;
    if (room >= chunk.length) capture.write(chunk);
    else if (room >= 0) {
      capture.write(chunk.subarray(0, room));
      this.#stop(`printed more than ${this.request.maxOutputBytes} bytes`);
    }
    this.#quiet?.refresh();
    freeNow(chunk);
  }

  #stop(because: string): void {
    if (this.#stoppedBecause !== undefined || this.#settled) return;
    this.#stoppedBecause = because;
    if (this.#exit !== undefined) return this.#endGroup();
    signalGroup(this.child.pid!, 'SIGTERM');
    this.#kill = setTimeout(() => this.#endGroup(), this.request.killGraceMs);
  }

  #drainOutput(exit: Pick<ProcessEnd, 'exitCode' | 'signal'>): void {
    this.#exit = exit;
    clearTimeout(this.#timeout);
    // A group that was told to end has its grace, though its leader is gone.
    if (this.#stoppedBecause !== undefined) return;
    this.#quiet = setTimeout(() => this.#endGroup(), QUIET_MS);
    this.#drain = setTimeout(() => this.#endGroup(), DRAIN_MS);
  }

  #endGroup(): void {
    this.#clearTimers();
    signalGroup(this.child.pid!, 'SIGKILL');
    if (this.#exit === undefined) return this.#awaitExit();
    // Pipes end with their last holder; a busy event loop reads what is in them before this timer.
    this.#drain = setTimeout(() => this.#finish(), LAST_OUTPUT_MS);
  }

  /** SIGKILL was sent to a leader that lives: its exit follows, and the pipes get the same last chance. */
  #awaitExit(): void {
    this.child.once('exit', () => {
      this.#drain = setTimeout(() => this.#finish(), LAST_OUTPUT_MS);
    });
  }

  #finish(): void {
    if (this.#settled) return;
    this.#release();
    endGroup(this.child.pid!);
    this.resolve({
      stdout: this.#stdout.end(),
      stderr: this.#stderr.end(),
      exitCode: this.#exit?.exitCode ?? null,
      signal: this.#exit?.signal ?? null,
      stoppedBecause: this.#stoppedBecause,
    });
  }

  /** After a start that failed no `exit` and perhaps no `close` follows. An error of a process that runs is no end. */
  #fail(cause: unknown): void {
    if (this.#settled || this.child.pid !== undefined) return;
    this.#release();
    this.reject(startFailure(this.request.file, cause));
  }

  #release(): void {
    this.#settled = true;
    this.#clearTimers();
    this.request.signal.removeEventListener('abort', this.#onAbort);
    // Without a free file descriptor Node gives a child that has no streams.
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  #clearTimers(): void {
    for (const timer of [this.#timeout, this.#kill, this.#quiet, this.#drain]) clearTimeout(timer);
    this.#quiet = undefined;
  }
}

/**
 * Gives the memory of a chunk back at once. Left to the garbage collector, a flood of output holds
 * some 80 MB of chunks that nobody reads any more.
 */
function freeNow(chunk: Buffer): void {
  const { buffer, byteLength } = chunk;
  // A small chunk may be a view of a pool that others use.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
