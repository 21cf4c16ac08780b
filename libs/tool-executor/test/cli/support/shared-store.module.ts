import { Module } from '@nestjs/common';
import {
  ApprovalStore,
  type ApprovalDecisionRecord,
  type ApprovalQuery,
} from '../../../src/permission/approval/approval-store.js';
import { InMemoryApprovalStore } from '../../../src/permission/approval/in-memory-approval.store.js';
import type { ToolApproval } from '../../../src/permission/approval/tool-approval.js';
import { ToolExecutorModule } from '../../../src/tool-executor.module.js';
import { WORKBENCH_TOOLS } from './workbench.module.js';

let kept = new InMemoryApprovalStore();

/** Outlives the application, as a database does. */
export class SharedApprovalStore extends ApprovalStore {
  static reset(): void {
    kept = new InMemoryApprovalStore();
  }

  create(approval: ToolApproval): void {
    kept.create(approval);
  }

  get(id: string): ToolApproval | undefined {
    return kept.get(id);
  }

  list(query: ApprovalQuery): readonly ToolApproval[] {
    return kept.list(query);
  }

  decide(id: string, decision: ApprovalDecisionRecord): ToolApproval | undefined {
    return kept.decide(id, decision);
  }

  redeem(id: string, digest: string, now: number): boolean {
    return kept.redeem(id, digest, now);
  }
}

@Module({
  imports: [ToolExecutorModule.forRoot({ approvals: { store: SharedApprovalStore } })],
  providers: WORKBENCH_TOOLS,
})
export class SharedStoreModule {}
