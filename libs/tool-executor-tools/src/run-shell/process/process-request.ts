import type { CapturedText } from './text-capture.js';

/** One program to run. */
export interface ProcessRequest {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  /** An existing folder. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the process when it aborts. */
  readonly signal: AbortSignal;
  /** Milliseconds from the start; `undefined` for no limit but the signal. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly killGraceMs: number;
  /** Bytes of stdout and stderr together, past which the process is stopped. */
  readonly maxOutputBytes: number;
  /** Characters up to which stdout stays whole. */
  readonly wholeStdoutChars: number;
}

/** How a process ended. */
export interface ProcessEnd {
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why we stopped it, if we did. */
  readonly stoppedBecause: string | undefined;
}
