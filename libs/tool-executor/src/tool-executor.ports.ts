import { Inject, Injectable, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApprovalListener } from './permission/approval/approval-listener.js';
import type { ToolApproval } from './permission/approval/tool-approval.js';
import { ComposedPermissionGuard } from './permission/composed.permission-guard.js';
import { DefaultPermissionGuard } from './permission/default.permission-guard.js';
import { PublicToolsPermissionGuard } from './permission/public-tools.permission-guard.js';
import { RolePermissionGuard } from './permission/role.permission-guard.js';
import { ScopePermissionGuard } from './permission/scope.permission-guard.js';
import type { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type PortOption, type ResolvedToolExecutorOptions } from './tool-executor.options.js';
import { CompositeToolTracer } from './tracing/composite.tracer.js';
import { LoggerToolTracer } from './tracing/logger.tracer.js';
import type { ToolTracer } from './tracing/tool-tracer.js';

/**
 * Turns what the options name into instances. Classes that are providers of the application are
 * taken from there, wherever they are, with their own dependencies; that is possible only once
 * every provider exists, so guards, tracers and listeners are bound in `onModuleInit`.
 */
@Injectable()
export class PortBinder {
  private readonly guards: ToolPermissionGuard[] = [];
  private readonly tracers: ToolTracer[] = [];
  private readonly listeners: ApprovalListener[] = [];

  constructor(
    private readonly moduleRef: ModuleRef,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
  ) {}

  /** Scopes and roles always count; `public` tools skip the rest. */
  guard(): ToolPermissionGuard {
    const { unauthorised } = this.options;
    return new ComposedPermissionGuard([
      new ScopePermissionGuard(unauthorised),
      new RolePermissionGuard(unauthorised),
      new PublicToolsPermissionGuard(new ComposedPermissionGuard(this.guards)),
    ]);
  }

  tracer(): ToolTracer {
    return new CompositeToolTracer(this.tracers);
  }

  listener(): ApprovalListener {
    return new ComposedApprovalListener(this.listeners);
  }

  /** Once, in `onModuleInit`. */
  async bind(): Promise<void> {
    const { guards, tracers, approvals, allow } = this.options;
    await this.fill(this.guards, guards ?? [new DefaultPermissionGuard(allow)], 'guards');
    await this.fill(this.tracers, tracers ?? [new LoggerToolTracer()], 'tracers');
    await this.fill(this.listeners, approvals.listeners ?? [], 'approvals.listeners');
  }

  /** An instance of a port that others are made with. Its class is created here, and injected by what is imported here. */
  async create<Port>(port: PortOption<Port>, option: string): Promise<Port> {
    if (typeof port !== 'function') return port;
    return this.instantiate(port as Type<Port>, option);
  }

  private async fill<Port>(ports: Port[], options: readonly PortOption<Port>[], option: string): Promise<void> {
    for (const port of options) ports.push(await this.find(port, option));
  }

  private async find<Port>(port: PortOption<Port>, option: string): Promise<Port> {
    if (typeof port !== 'function') return port;
    const type = port as Type<Port>;
    try {
      return this.moduleRef.get(type, { strict: false });
    } catch (error) {
      if ((error as Error).name === 'InvalidClassScopeException' || /scope/i.test((error as Error).message)) {
        throw new ToolConfigurationError(
          `forRoot({ ${option} }): ${type.name} is request-scoped or transient, and lives as long as the application here. ` +
            'Make it a singleton and read what varies from the context of the call.',
          { cause: error },
        );
      }
      return this.instantiate(type, option);
    }
  }

  private async instantiate<Port>(type: Type<Port>, option: string): Promise<Port> {
    try {
      return await this.moduleRef.create(type);
    } catch (error) {
      throw new ToolConfigurationError(
        `forRoot({ ${option} }): ${type.name} could not be created: ${(error as Error).message} ` +
          'Provide it in a module of the application, or pass an instance.',
        { cause: error },
      );
    }
  }
}

class ComposedApprovalListener extends ApprovalListener {
  constructor(private readonly listeners: readonly ApprovalListener[]) {
    super();
  }

  async requested(approval: ToolApproval): Promise<void> {
    await Promise.all(this.listeners.map(async (listener) => listener.requested(approval)));
  }

  async decided(approval: ToolApproval): Promise<void> {
    await Promise.all(this.listeners.map(async (listener) => listener.decided(approval)));
  }
}
