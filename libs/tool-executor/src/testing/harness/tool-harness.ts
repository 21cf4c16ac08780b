import type { Type } from '@nestjs/common';
import { DefinedTool } from '../../tool/defined-tool.js';
import { ToolApprovals } from '../../permission/approval/tool-approvals.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { ToolExecutionContext } from '../../tool/tool-execution-context.js';
import type { ToolPrincipal } from '../../tool/tool-principal.js';
import type { ToolResult } from '../../tool/tool-result.js';
import { ToolExecutorService } from '../../tool-executor.service.js';
import { expectFailure } from '../results/expect-failure.js';
import { HarnessApp, type HarnessTool } from './harness-app.js';
import type { ToolHarnessOptions } from './tool-harness.options.js';

const APPROVER = 'tool-harness-approver';

/**
 * Tools in a small application of their own, called through the whole executor. Made by
 * {@link toolHarness}.
 *
 * @publicApi
 */
export class ToolHarness {
  /** @internal */
  constructor(
    private readonly app: HarnessApp,
    private readonly context: ToolExecutionContext,
  ) {}

  /** The same tools, called on behalf of this principal. */
  as(principal: ToolPrincipal): ToolHarness {
    return this.with({ principal });
  }

  /** The same tools, called with this context besides what was given before. */
  with(context: ToolExecutionContext): ToolHarness {
    return new ToolHarness(this.app, { ...this.context, ...context });
  }

  /**
   * Calls the tool, with an object or its JSON text, or a tool of several by its name.
   *
   * One text alone is JSON text where there is one tool, and the name of a tool where there are several.
   *
   * @throws Error (as a rejection) when the application doesn't boot, the harness is closed, or the
   *   call names no tool and there are several; never for what the call itself comes to
   */
  call(args?: unknown): Promise<ToolResult>;
  call(name: string, args: unknown): Promise<ToolResult>;
  async call(...given: readonly unknown[]): Promise<ToolResult> {
    const [name, args] = given.length > 1 ? (given as [string, unknown]) : await this.nameFor(given[0]);
    const call = { name, arguments: args };
    const result = await (await this.executor()).execute(call, this.context);
    if (!result.success && result.metadata.code === 'approval_required') {
      this.app.asked.set(result.metadata.approvalId!, { call, context: this.context });
    }
    return result;
  }

  /** The tools that exist for this principal, sorted by name. */
  async list(): Promise<readonly ToolDefinition[]> {
    return (await this.executor()).list(this.context);
  }

  /**
   * Approves the call that gave this result, and sends it again.
   *
   * @param result `approval_required`, from this harness or one that shares its application
   * @param approver who approves. @default another principal of the caller's tenant
   * @throws Error (as a rejection) when the result waits for nobody, or the decision isn't accepted
   */
  async approve(result: ToolResult, approver?: ToolPrincipal): Promise<ToolResult> {
    const id = expectFailure(result, 'approval_required').metadata.approvalId;
    const asked = this.app.asked.get(id ?? '');
    if (id === undefined || asked === undefined)
      throw new Error(`approve(): the approval ${id} is not of this harness.`);
    const tenant = asked.context.principal?.tenant;
    const by = approver ?? { id: APPROVER, ...(tenant === undefined ? {} : { tenant }) };
    const { status } = await (await this.get(ToolApprovals)).decide(id, { approved: true }, by);
    if (status !== 'decided')
      throw new Error(`approve(): the decision of "${by.id}" was not accepted: ${status}.`);
    return (await this.executor()).execute(asked.call, { ...asked.context, approval: id });
  }

  /** The executor itself, for what the harness has no word for. */
  executor(): Promise<ToolExecutorService> {
    return this.get(ToolExecutorService);
  }

  /** Any provider of the application, such as the ToolJournal. */
  async get<T>(token: Type<T> | (abstract new (...args: never[]) => T) | string | symbol): Promise<T> {
    return this.app.get(token);
  }

  /** Closes the application, also for the harnesses that share it. May be called again. */
  close(): Promise<void> {
    return this.app.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async nameFor(only: unknown): Promise<[name: string, args: unknown]> {
    const names = await this.app.toolNames();
    if (names.length === 1) return [names[0]!, only];
    if (typeof only === 'string') return [only, undefined];
    throw new Error(
      `toolHarness(): call(args) needs exactly one tool, and there is ${names.join(', ') || 'none'}. Name it: call('name', args).`,
    );
  }
}

/**
 * Boots tools in an application of their own and calls them through the whole executor:
 *
 * ```ts
 * const result = await toolHarness(ReadFileTool).as(alice).call({ path: 'a.txt' });
 * ```
 *
 * Everything is allowed without asking, unless the options say something about permission. The
 * application boots at the first call, without Nest's logger: Nest has one logger a process, so it
 * is off for what else runs there. Close the harness where the providers hold something open;
 * `await using` does so.
 *
 * @param tools a class that is a tool or has tool methods, what `defineTool()` gives, or several of these
 * @throws Error when none is given, or the options contradict one another
 * @publicApi
 */
export function toolHarness(
  tools: HarnessTool | readonly HarnessTool[],
  options: ToolHarnessOptions = {},
): ToolHarness {
  const given: readonly unknown[] = Array.isArray(tools) ? tools : [tools];
  if (
    given.length === 0 ||
    !given.every((tool) => typeof tool === 'function' || DefinedTool.isInstance(tool))
  ) {
    throw new Error('toolHarness() takes a class that is a tool or has tool methods, or an array of them.');
  }
  return new ToolHarness(new HarnessApp(given as readonly HarnessTool[], options), {});
}
