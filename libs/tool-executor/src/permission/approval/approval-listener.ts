import type { ToolApproval } from './tool-approval.js';

/**
 * Tells the application that somebody must decide, or has decided. What it throws is logged and
 * changes nothing.
 *
 * @publicApi
 */
export abstract class ApprovalListener {
  abstract requested(approval: ToolApproval): void | Promise<void>;
  abstract decided(approval: ToolApproval): void | Promise<void>;
}
