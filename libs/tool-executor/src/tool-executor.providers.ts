import type { Provider } from '@nestjs/common';
import { RegistryGrowth } from './discovery/registry-growth.js';
import { RunTimeTools } from './discovery/run-time-tools.js';
import { ToolCompiler } from './discovery/tool-compiler.js';
import { RequestContexts } from './discovery/request-contexts.js';
import { ToolDiscovery } from './discovery/tool-discovery.js';
import { ToolExplorer } from './discovery/tool-explorer.js';
import { ToolMetadataAccessor } from './discovery/tool-metadata.accessor.js';
import { ToolRegistry } from './discovery/tool-registry.js';
import { ToolSources } from './discovery/tool-sources.js';
import { ToolEnhancers } from './enhancers/tool-enhancers.js';
import { InFlightCalls } from './execution/in-flight-calls.js';
import { InProcessToolRunner } from './execution/in-process.runner.js';
import { ToolRunner } from './execution/tool-runner.js';
import { DisabledToolJournal } from './journal/disabled.journal.js';
import { InMemoryToolJournal } from './journal/in-memory.journal.js';
import { ToolJournal } from './journal/tool-journal.js';
import { ApprovalListener } from './permission/approval/approval-listener.js';
import { ApprovalStore } from './permission/approval/approval-store.js';
import { InMemoryApprovalStore } from './permission/approval/in-memory-approval.store.js';
import { ToolApprovals } from './permission/approval/tool-approvals.js';
import { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import { Redactor } from './redaction/redactor.js';
import type { RegisteredTool } from './tool/registered-tool.js';
import {
  resolveToolExecutorOptions,
  TOOL_EXECUTOR_OPTIONS,
  type ResolvedToolExecutorOptions,
  type ToolExecutorOptions,
} from './tool-executor.options.js';
import { PortBinder } from './tool-executor.ports.js';
import { ToolExecutorService } from './tool-executor.service.js';
import { ToolTracer } from './tracing/tool-tracer.js';
import { ClassValidatorToolValidator } from './validation/class-validator.validator.js';
import { ToolValidator } from './validation/tool-validator.js';

/** The options as the application gave them. */
export const TOOL_EXECUTOR_GIVEN_OPTIONS = Symbol.for('nestjs-tool-executor.given-options');

/** Every provider of the module, each listed once. Ports are the tokens, their defaults the values. */
export const TOOL_EXECUTOR_PROVIDERS: readonly Provider[] = [
  {
    provide: TOOL_EXECUTOR_OPTIONS,
    inject: [TOOL_EXECUTOR_GIVEN_OPTIONS],
    useFactory: (given: ToolExecutorOptions | undefined) => resolveToolExecutorOptions(given ?? {}),
  },
  PortBinder,
  ToolMetadataAccessor,
  ToolCompiler,
  RequestContexts,
  ToolEnhancers,
  ToolExplorer,
  ToolRegistry,
  InFlightCalls,
  ToolApprovals,
  ToolExecutorService,
  {
    provide: RegistryGrowth,
    inject: [PortBinder, ToolCompiler, ToolExplorer, TOOL_EXECUTOR_OPTIONS],
    useFactory: (
      ports: PortBinder,
      compiler: ToolCompiler,
      explorer: ToolExplorer,
      { sourceTimeoutMs, overrides }: ResolvedToolExecutorOptions,
    ) => {
      const bind = (tool: RegisteredTool) => ports.bindTool(tool);
      const runTimeTools = new RunTimeTools(compiler, bind);
      const sources = new ToolSources(ports.sources, runTimeTools, sourceTimeoutMs);
      const discovery = new ToolDiscovery(() => explorer.explore(), bind);
      return new RegistryGrowth(runTimeTools, sources, overrides, discovery);
    },
  },
  {
    provide: ToolValidator,
    inject: [PortBinder, TOOL_EXECUTOR_OPTIONS, Redactor],
    useFactory: (ports: PortBinder, { validator }: ResolvedToolExecutorOptions, redactor: Redactor) =>
      ports.create<ToolValidator>(validator ?? new ClassValidatorToolValidator(redactor), 'validator', [
        'compile',
      ]),
  },
  {
    provide: ToolRunner,
    inject: [PortBinder, TOOL_EXECUTOR_OPTIONS],
    useFactory: (ports: PortBinder, { runner }: ResolvedToolExecutorOptions) =>
      ports.create<ToolRunner>(runner ?? new InProcessToolRunner(), 'runner', ['supports', 'run']),
  },
  { provide: ToolPermissionGuard, inject: [PortBinder], useFactory: (ports: PortBinder) => ports.guard() },
  { provide: ToolTracer, inject: [PortBinder], useFactory: (ports: PortBinder) => ports.tracer() },
  { provide: ApprovalListener, inject: [PortBinder], useFactory: (ports: PortBinder) => ports.listener() },
  {
    provide: ApprovalStore,
    inject: [PortBinder, TOOL_EXECUTOR_OPTIONS],
    useFactory: (ports: PortBinder, { approvals }: ResolvedToolExecutorOptions) =>
      ports.create<ApprovalStore>(approvals.store ?? new InMemoryApprovalStore(), 'approvals.store', [
        'create',
        'get',
        'list',
        'decide',
        'redeem',
      ]),
  },
  {
    provide: ToolJournal,
    inject: [PortBinder, TOOL_EXECUTOR_OPTIONS, ApprovalStore],
    useFactory: (ports: PortBinder, { journal }: ResolvedToolExecutorOptions, approvals: ApprovalStore) => {
      if (journal === false) return new DisabledToolJournal(approvals);
      return ports.create<ToolJournal>(journal ?? new InMemoryToolJournal(approvals), 'journal', [
        'begin',
        'finish',
        'refuse',
        'list',
        'get',
      ]);
    },
  },
  {
    provide: Redactor,
    inject: [TOOL_EXECUTOR_OPTIONS],
    useFactory: ({ redaction }: ResolvedToolExecutorOptions) =>
      new Redactor({ ...redaction, env: process.env }),
  },
];

/** What other modules may inject. */
export const TOOL_EXECUTOR_EXPORTS = [
  ToolExecutorService,
  ToolRegistry,
  ToolApprovals,
  ToolJournal,
  ApprovalStore,
  ToolPermissionGuard,
  ToolTracer,
  ToolRunner,
  ToolValidator,
  Redactor,
  InFlightCalls,
];
