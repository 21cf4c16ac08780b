import { ToolApprovals, type DecisionOutcome } from '../../src/permission/approval/tool-approvals.js';
import type { ToolCall } from '../../src/tool/tool-call.js';
import type { ToolExecutionContext } from '../../src/tool/tool-execution-context.js';
import type { ToolFailureCode } from '../../src/tool/tool-failure-code.js';
import type { ToolResult } from '../../src/tool/tool-result.js';
import { ToolExecutorModule } from '../../src/tool-executor.module.js';
import type { ToolExecutorOptions } from '../../src/tool-executor.options.js';
import { bootModule, type BootedModule } from './boot-module.js';
import { FileTools } from './file-tools.js';

export const ADA = { id: 'ada', tenant: 'acme' };
/** Of the same tenant, and not the one who asks. */
export const BOSS = { id: 'boss', tenant: 'acme' };
export const DELETE: ToolCall = { name: 'delete_file', arguments: { path: 'a' } };

/** The failure code, or `undefined` for a success. */
export function codeOf(result: ToolResult): ToolFailureCode | undefined {
  return result.success ? undefined : result.metadata.code;
}

/** The file tools behind the default guard, which asks about deletions. */
export class ApprovalApp {
  private constructor(private readonly booted: BootedModule) {}

  static async boot(options: ToolExecutorOptions = {}): Promise<ApprovalApp> {
    const root = ToolExecutorModule.forRoot({ tracers: [], ...options });
    return new ApprovalApp(await bootModule({ imports: [root], providers: [FileTools] }));
  }

  get executor(): BootedModule['executor'] {
    return this.booted.executor;
  }
  get approvals(): ToolApprovals {
    return this.booted.app.get(ToolApprovals);
  }
  get ran(): readonly string[] {
    return this.booted.app.get(FileTools).ran;
  }

  run(call: ToolCall = DELETE, context: ToolExecutionContext = {}): Promise<ToolResult> {
    return this.executor.execute(call, { principal: ADA, ...context });
  }

  /** Calls, and gives the id of the approval that waits for a person. */
  async request(call: ToolCall = DELETE, context: ToolExecutionContext = {}): Promise<string> {
    const result = await this.run(call, context);
    const { approvalId } = result.metadata;
    if (approvalId === undefined) throw new Error(`nobody was asked: ${codeOf(result) ?? 'it ran'}`);
    return approvalId;
  }

  decide(id: string, approved: boolean, comment?: string): Promise<DecisionOutcome> {
    return this.approvals.decide(id, { approved, ...(comment === undefined ? {} : { comment }) }, BOSS);
  }

  close(): Promise<void> {
    return this.booted.app.close();
  }
}
