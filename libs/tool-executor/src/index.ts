export { provideToolset } from './discovery/provide-toolset.js';
export { Tool } from './discovery/tool.decorator.js';
export { ToolRegistry } from './discovery/tool-registry.js';
export { ToolSource, type ToolSourceAnswer } from './discovery/tool-source.js';
export type { EnhancedToolCall } from './enhancers/enhanced-tool-call.js';
export { toolContextOf } from './enhancers/tool-context-of.js';
export { InFlightCalls } from './execution/in-flight-calls.js';
export { InProcessToolRunner } from './execution/in-process.runner.js';
export { ToolRunner, type RunnableCall } from './execution/tool-runner.js';
export { DEFAULT_INTAKE_LIMITS, type IntakeLimits } from './intake/intake-limits.js';
export { DisabledToolJournal } from './journal/disabled.journal.js';
export { InMemoryToolJournal } from './journal/in-memory.journal.js';
export {
  ToolJournal,
  type JournalAnswer,
  type JournalQuery,
  type JournalRecord,
  type JournalScope,
  type ToolIntent,
  type ToolOutcome,
  type ToolRefusal,
} from './journal/tool-journal.js';
export { AllowListPermissionGuard } from './permission/allow-list.permission-guard.js';
export { ApprovalListener } from './permission/approval/approval-listener.js';
export {
  ApprovalStore,
  type ApprovalDecisionRecord,
  type ApprovalQuery,
} from './permission/approval/approval-store.js';
export { InMemoryApprovalStore } from './permission/approval/in-memory-approval.store.js';
export type {
  ToolApproval,
  ToolApprovalDecision,
  ToolApprovalStatus,
} from './permission/approval/tool-approval.js';
export { ToolApprovals, type DecisionOutcome } from './permission/approval/tool-approvals.js';
export { ComposedPermissionGuard } from './permission/composed.permission-guard.js';
export { DefaultPermissionGuard } from './permission/default.permission-guard.js';
export { RolePermissionGuard } from './permission/role.permission-guard.js';
export { ScopePermissionGuard } from './permission/scope.permission-guard.js';
export {
  allow,
  ask,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './permission/tool-permission-guard.js';
export { Redactor, type RedactorOptions } from './redaction/redactor.js';
export { Sensitive } from './redaction/sensitive.decorator.js';
export { Describe, type DescribeOptions } from './schema/describe.decorator.js';
export type { CompiledParameters, InvalidArguments, ValidArguments } from './tool/compiled-parameters.js';
export { DefinedTool, defineTool, type DefineToolOptions } from './tool/defined-tool.js';
export type { ExecutedCall } from './tool/executed-call.js';
export { NoArguments } from './tool/no-arguments.js';
export type { PortOption } from './tool/port-option.js';
export { ProcessOutput, type ProcessOutputInit } from './tool/process-output.js';
export type { RegisteredTool } from './tool/registered-tool.js';
export { shouldReturnDirect } from './tool/should-return-direct.js';
export { createToolBudget, ToolBudget, type ToolBudgetLimits } from './tool/tool-budget.js';
export type { ToolCall } from './tool/tool-call.js';
export { ToolConfigurationError } from './tool/tool-configuration.error.js';
export type { ToolContent } from './tool/tool-content.js';
export type { ToolContext } from './tool/tool-context.js';
export type { ToolDefinition } from './tool/tool-definition.js';
export { ToolErrorMapper } from './tool/tool-error-mapper.js';
export { ToolError, type ToolErrorCode, type ToolErrorOptions } from './tool/tool-error.js';
export type { ToolContextData, ToolExecutionContext, ToolProgress } from './tool/tool-execution-context.js';
export {
  TOOL_FAILURE_CODES,
  type ToolFailureCode,
  type ToolFailureCodeInfo,
} from './tool/tool-failure-code.js';
export type { ToolHandler } from './tool/tool-handler.js';
export type { ToolIssue } from './tool/tool-issue.js';
export type { ToolOptions } from './tool/tool-options.js';
export {
  block,
  pass,
  replace,
  ToolOutputGuard,
  type OutputCompanions,
  type ToolOutputVerdict,
} from './tool/tool-output-guard.js';
export { ToolOutput, toolOutput, type ToolContentInit, type ToolOutputInit } from './tool/tool-output.js';
export type { ToolOverride, ToolOverrides } from './tool/tool-override.js';
export type { ToolPrincipal } from './tool/tool-principal.js';
export type {
  JsonObject,
  JsonValue,
  ToolFailure,
  ToolIsolation,
  ToolResult,
  ToolResultMetadata,
  ToolSuccess,
} from './tool/tool-result.js';
export { ToolStoppedError } from './tool/tool-stopped.error.js';
export type { ToolEffects, ToolTraits } from './tool/tool-traits.js';
export { ToolExecutorModule, type ToolFeatureOptions } from './tool-executor.module.js';
export type { ToolExecutorOptions } from './tool-executor.options.js';
export { ToolExecutorService, type ToolBatchItem } from './tool-executor.service.js';
export { CompositeToolTracer } from './tracing/composite.tracer.js';
export { LoggerToolTracer } from './tracing/logger.tracer.js';
export { ToolTracer, type LateOutcome, type ToolSpan, type TracedCall } from './tracing/tool-tracer.js';
export { ToolValidator, type ToolParameters } from './validation/tool-validator.js';
