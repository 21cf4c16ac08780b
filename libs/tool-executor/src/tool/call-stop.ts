import type { ToolStoppedError } from './tool-stopped.error.js';

/**
 * Stops one call, once: the first cause wins. The AbortSignal is made only when somebody asks for
 * it, since most tools never do.
 */
export class CallStop {
  private cause: ToolStoppedError | undefined;
  private controller: AbortController | undefined;
  private listener: ((cause: ToolStoppedError) => void) | undefined;

  /** Why the call was stopped; `undefined` while it goes on. */
  get reason(): ToolStoppedError | undefined {
    return this.cause;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.cause !== undefined) this.controller.abort(this.cause);
    }
    return this.controller.signal;
  }

  stop(cause: ToolStoppedError): void {
    if (this.cause !== undefined) return;
    this.cause = cause;
    // The step is told before the tool: what the tool does on abort can't overtake it.
    this.listener?.(cause);
    this.controller?.abort(cause);
  }

  /** One step at a time waits, so there is one listener. */
  listen(listener: (cause: ToolStoppedError) => void): void {
    this.listener = listener;
  }

  unlisten(): void {
    this.listener = undefined;
  }
}
