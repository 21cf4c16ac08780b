import type { ToolResult } from './tool-result.js';
import type { ToolStoppedError } from './tool-stopped.error.js';

/** What came of running a tool. */
export type RunOutcome =
  /** It didn't run: an earlier call with the same idempotency key has. */
  | { readonly kind: 'replayed'; readonly result: ToolResult }
  | { readonly kind: 'returned'; readonly value: unknown; readonly overrunMs: number }
  | { readonly kind: 'threw'; readonly error: unknown; readonly overrunMs: number }
  | {
      readonly kind: 'stopped';
      readonly reason: ToolStoppedError;
      /** Whether the tool is known to have ended. */
      readonly ended: boolean;
      /** What it gave when it ended within the grace. */
      readonly value: unknown;
    };
