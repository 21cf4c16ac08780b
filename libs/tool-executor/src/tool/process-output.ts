const BRAND = Symbol.for('nestjs-tool-executor.ProcessOutput');

/** @publicApi */
export interface ProcessOutputInit {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` when a signal ended the process. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the process. */
  readonly signal?: string | null;
  /** Exit codes that are answers rather than failures. @default [0] */
  readonly okExitCodes?: readonly number[];
  /** `json`: stdout is parsed into the output. @default 'text' */
  readonly outputFormat?: 'text' | 'json';
  /** Characters that each of stdout, stderr, output and error may have. @default the executor's `maxOutputChars` */
  readonly maxOutputChars?: number;
  /** Characters that stdout had, if `stdout` is already a head and tail of it. */
  readonly stdoutSize?: number;
  /** Characters that stderr had, if `stderr` is already a head and tail of it. */
  readonly stderrSize?: number;
  /** Why the process was stopped before its end, such as `printed more than 268435456 bytes`. Makes the call fail. */
  readonly stoppedBecause?: string;
}

/**
 * What a process gave. A tool returns it, and the process rules decide: the exit code alone says
 * whether it succeeded, stderr never does; death by a signal is a failure that names it.
 *
 * @publicApi
 */
export class ProcessOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly okExitCodes: readonly number[];
  readonly outputFormat: 'text' | 'json';
  readonly maxOutputChars: number | undefined;
  readonly stdoutSize: number;
  readonly stderrSize: number;
  readonly stoppedBecause: string | undefined;

  constructor(init: ProcessOutputInit) {
    this.stdout = init.stdout;
    this.stderr = init.stderr;
    this.exitCode = init.exitCode;
    this.signal = init.signal ?? null;
    this.okExitCodes = init.okExitCodes ?? [0];
    this.outputFormat = init.outputFormat ?? 'text';
    this.maxOutputChars = init.maxOutputChars;
    this.stdoutSize = init.stdoutSize ?? init.stdout.length;
    this.stderrSize = init.stderrSize ?? init.stderr.length;
    this.stoppedBecause = init.stoppedBecause;
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(value: unknown): value is ProcessOutput {
    try {
      return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}
