import { Injectable } from '@nestjs/common';
import type { ToolExecution } from '../tool/tool-execution.js';
import { ToolStoppedError } from '../tool/tool-stopped.error.js';

/**
 * The calls under way, and whether new ones are let in.
 *
 * @publicApi
 */
@Injectable()
export class InFlightCalls {
  private readonly calls = new Set<ToolExecution>();
  private closed = false;
  private whenIdle: (() => void) | undefined;

  get count(): number {
    return this.calls.size;
  }

  /** True from the beginning of the shutdown on. */
  get isDraining(): boolean {
    return this.closed;
  }

  /**
   * @returns whether the call may go on: while draining, only calls that running tools make
   * @internal
   */
  admit(execution: ToolExecution): boolean {
    if (this.closed && execution.parentCallId === undefined) return false;
    this.calls.add(execution);
    return true;
  }

  /** @internal */
  release(execution: ToolExecution): void {
    this.calls.delete(execution);
    if (this.calls.size === 0) this.whenIdle?.();
  }

  /**
   * Lets nobody in any more, waits for the calls under way, and stops those that take too long.
   *
   * @param timeoutMs how long they get
   * @returns how many calls had to be stopped
   * @internal
   */
  async drain(timeoutMs: number): Promise<number> {
    this.closed = true;
    if (this.calls.size === 0) return 0;
    let timer: NodeJS.Timeout | undefined;
    const idle = new Promise<void>((resolve) => (this.whenIdle = resolve));
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), timeoutMs)));
    const end = await Promise.race([idle, late]);
    clearTimeout(timer);
    if (end !== 'late') return 0;
    const stopped = this.calls.size;
    for (const execution of this.calls) {
      execution.stop.stop(new ToolStoppedError('cancelled', 'the application is shutting down'));
    }
    await idle; // a stopped call settles within its grace, whatever its tool does
    return stopped;
  }
}
