import { Inject, Injectable, Logger } from '@nestjs/common';
import { ToolRegistry } from './discovery/tool-registry.js';
import { InFlightCalls } from './execution/in-flight-calls.js';
import { InvocationContext } from './execution/invocation.context.js';
import { runCall } from './execution/run-call.js';
import { ToolRunner } from './execution/tool-runner.js';
import { beginCall } from './journal/record-call.js';
import { ToolJournal } from './journal/tool-journal.js';
import { makeFailure, makeReplay, makeSuccess } from './normalization/make-result.js';
import { normalizeOutcome } from './normalization/normalize-outcome.js';
import { ToolApprovals } from './permission/approval/tool-approvals.js';
import { judgeVisibility, type VisibilityJudgement } from './permission/judge-visibility.js';
import { permitCall } from './permission/permit-call.js';
import { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import { Redactor } from './redaction/redactor.js';
import { isThenable } from './time/is-thenable.js';
import { runConcurrently } from './time/run-concurrently.js';
import { CallFailure } from './tool/call-failure.js';
import { reserveCall } from './tool/count-call.js';
import { isOffered } from './tool/offered-tools.js';
import { PARENT_CALL } from './tool/parent-call.js';
import { readContext } from './tool/read-context.js';
import type { RegisteredTool } from './tool/registered-tool.js';
import type { RunOutcome } from './tool/run-outcome.js';
import type { ToolCall } from './tool/tool-call.js';
import type { ToolDefinition } from './tool/tool-definition.js';
import { ToolExecution } from './tool/tool-execution.js';
import type { ToolExecutionContext } from './tool/tool-execution-context.js';
import type { ToolResult } from './tool/tool-result.js';
import { readBatchItem } from './tool-executor.batch-item.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from './tool-executor.options.js';
import { CallTrace, type TracePorts } from './tool-executor.trace.js';
import { activeTraceId } from './tracing/safe-span.js';
import { ToolTracer } from './tracing/tool-tracer.js';
import { checkArguments } from './validation/check-arguments.js';
import { findTool } from './validation/find-tool.js';

const NOT_OFFERED: VisibilityJudgement = Object.freeze({ visible: false });

/** One call of `executeMany()`. @publicApi */
export interface ToolBatchItem {
  readonly call: ToolCall;
  /** Overrides what is shared. */
  readonly context?: ToolExecutionContext;
}

/**
 * The one way to run a tool.
 *
 * @publicApi
 */
@Injectable()
export class ToolExecutorService {
  private readonly logger = new Logger('ToolExecutor');
  private readonly tracePorts: TracePorts;
  private readonly activeTraceId = (): string | undefined => activeTraceId(this.tracer);

  constructor(
    private readonly registry: ToolRegistry,
    private readonly guard: ToolPermissionGuard,
    private readonly approvals: ToolApprovals,
    private readonly runner: ToolRunner,
    private readonly tracer: ToolTracer,
    private readonly journal: ToolJournal,
    private readonly redactor: Redactor,
    private readonly inFlight: InFlightCalls,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
  ) {
    this.tracePorts = { tracer, journal, redactor, journalTimeoutMs: options.journalTimeoutMs };
  }

  /**
   * Runs one tool call: validate, permission, execute inside the timeout, normalise, trace.
   *
   * Never throws and never rejects, whatever the model, the tool or a port does: the answer is
   * always one ToolResult, a success or a failure with a `code`. The call and the context are read
   * once and not changed.
   */
  async execute(toolCall: ToolCall, context?: ToolExecutionContext): Promise<ToolResult> {
    const execution = new ToolExecution(toolCall, context, this.activeTraceId);
    const trace = new CallTrace(execution, this.tracePorts);
    let result: ToolResult | undefined;
    let cause: unknown;
    try {
      const validated = this.validate(execution); // 1 Validate
      if (validated !== undefined) await validated;
      const permitted = this.permit(execution); // 2 Permission
      if (permitted !== undefined) await permitted;
      const running = this.run(execution, trace); // 3 Execute, inside 4 the timeout
      const outcome = isThenable(running) ? await running : running;
      const normalized = this.normalize(execution, outcome); // 5 Normalise
      result = isThenable(normalized) ? await normalized : normalized;
    } catch (thrown) {
      cause = CallFailure.is(thrown) ? thrown.cause : thrown;
      result = this.normalizeFailure(execution, thrown); // 5 Normalise, what failed
    } finally {
      const traced = trace.end(result!, cause); // 6 Trace
      if (traced !== undefined) await traced;
      this.inFlight.release(execution);
    }
    return result;
  }

  /**
   * Runs several calls, at most `executeManyConcurrency` at once. One that fails leaves the others alone.
   *
   * @param shared the context of all, which an item's own overrides
   * @returns the results by position
   */
  async executeMany(items: readonly ToolBatchItem[], shared?: ToolExecutionContext): Promise<ToolResult[]> {
    return runConcurrently(items, this.options.executeManyConcurrency, (item) => {
      const { call, context } = readBatchItem(item, shared);
      return this.execute(call, context);
    });
  }

  /**
   * The tools that exist for this caller, sorted by name.
   *
   * @throws TypeError when the context can't be used
   */
  async list(context?: ToolExecutionContext): Promise<readonly ToolDefinition[]> {
    const { context: read, problem } = readContext(context);
    if (problem !== undefined) throw new TypeError(problem.message);
    const tools = await this.registry.listFor(read);
    const judged = await Promise.all(tools.map((tool) => this.judge(tool, read)));
    return tools.filter((_, at) => judged[at]!.visible).map((tool) => tool.definition);
  }

  /**
   * Takes no more calls, waits up to `shutdownTimeoutMs` for those under way, then stops them. The
   * module does so when the application closes; call it yourself to be first.
   *
   * @returns how many calls had to be stopped
   */
  async drain(timeoutMs: number = this.options.shutdownTimeoutMs): Promise<number> {
    return this.inFlight.drain(timeoutMs);
  }

  private validate(execution: ToolExecution): void | Promise<void> {
    if (!this.inFlight.admit(execution)) {
      throw new CallFailure('unavailable', 'the application is shutting down and takes no more calls');
    }
    if (execution.problem !== undefined) throw execution.problem;
    execution.assertGoingOn();
    const found = findTool(execution, this.registry, (tool) => this.judge(tool, execution.context));
    return isThenable(found)
      ? found.then((tool) => this.check(execution, tool))
      : this.check(execution, found);
  }

  private check(execution: ToolExecution, tool: RegisteredTool): void | Promise<void> {
    execution.subject.tool = tool;
    return checkArguments(execution, tool, this.options);
  }

  private permit(execution: ToolExecution): void | Promise<void> {
    execution.assertGoingOn();
    reserveCall(execution);
    const { permissionTimeoutMs } = this.options;
    return permitCall(execution, this.guard, this.approvals, permissionTimeoutMs, this.contextOf);
  }

  private run(execution: ToolExecution, trace: CallTrace): RunOutcome | Promise<RunOutcome> {
    execution.assertGoingOn();
    trace.record.approvalId = execution.approvalId;
    const earlier = beginCall(
      execution,
      this.journal,
      trace.record.asIntent(),
      this.options.journalTimeoutMs,
    );
    return isThenable(earlier)
      ? earlier.then((result) => this.start(execution, result, trace))
      : this.start(execution, earlier, trace);
  }

  private start(
    execution: ToolExecution,
    earlier: ToolResult | undefined,
    trace: CallTrace,
  ): RunOutcome | Promise<RunOutcome> {
    if (earlier !== undefined) return { kind: 'replayed', result: earlier };
    execution.assertGoingOn();
    const tool = execution.tool!;
    const timeoutMs = Math.min(tool.definition.traits.timeoutMs, execution.leftMs());
    const context = this.contextOf(execution);
    context.deadline = Date.now() + timeoutMs;
    return runCall(execution, tool.parameters.instantiate(execution.canonical!), context, this.runner, {
      timeoutMs,
      stopGraceMs: this.options.stopGraceMs,
      onLate: (late) => trace.late(late),
    });
  }

  /** One for each call: Nest's guards see it before the tool does. */
  private readonly contextOf = (execution: ToolExecution): InvocationContext =>
    InvocationContext.of(execution, this.options.data, this.callNested);

  /** A tool calls a tool: the whole gate again, with what the outer call was given. */
  private readonly callNested = (call: ToolCall, outer: InvocationContext): Promise<ToolResult> => {
    const { traceId, principal, signal, deadline, conversationId, data, request, callId, offered, budget } =
      outer;
    const inherited = {
      traceId,
      principal,
      signal,
      deadline,
      conversationId,
      data,
      request,
      tools: offered,
      budget,
      [PARENT_CALL]: callId,
    };
    return this.execute(call, inherited);
  };

  private normalize(execution: ToolExecution, outcome: RunOutcome): ToolResult | Promise<ToolResult> {
    if (outcome.kind === 'replayed') {
      execution.replayed = true;
      return makeReplay(execution, outcome.result);
    }
    const normal = normalizeOutcome(execution, outcome, this.redactor, this.options);
    return isThenable(normal)
      ? normal.then(({ output, facts }) => makeSuccess(execution, output, facts))
      : makeSuccess(execution, normal.output, normal.facts);
  }

  private normalizeFailure(execution: ToolExecution, thrown: unknown): ToolResult {
    const failure = CallFailure.is(thrown)
      ? thrown
      : new CallFailure('internal_error', `an internal error occurred; the trace id is ${execution.traceId}`);
    const limit = execution.tool?.maxOutputChars ?? this.options.maxOutputChars;
    return makeFailure(execution, failure, this.redactor, limit);
  }

  private judge(
    tool: RegisteredTool,
    context: ToolExecutionContext,
  ): VisibilityJudgement | Promise<VisibilityJudgement> {
    if (!isOffered(context.tools, tool.definition)) return NOT_OFFERED;
    const judged = judgeVisibility(this.guard, tool.definition, context, this.options.permissionTimeoutMs);
    if (!isThenable(judged) && !judged.visible) this.logHidden(tool, context);
    return judged;
  }

  private logHidden({ definition }: RegisteredTool, { principal }: ToolExecutionContext): void {
    this.logger.debug({
      msg: 'tool is hidden from this principal',
      tool: definition.name,
      principalId: principal?.id,
    });
  }
}
