import { Inject, Injectable, Scope, type ScopeOptions, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { ToolSource } from './discovery/tool-source.js';
import { ApprovalListener } from './permission/approval/approval-listener.js';
import type { ToolApproval } from './permission/approval/tool-approval.js';
import { ComposedPermissionGuard } from './permission/composed.permission-guard.js';
import { DefaultPermissionGuard } from './permission/default.permission-guard.js';
import { PublicToolsPermissionGuard } from './permission/public-tools.permission-guard.js';
import { RolePermissionGuard } from './permission/role.permission-guard.js';
import { ScopePermissionGuard } from './permission/scope.permission-guard.js';
import type { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import type { PortOption } from './tool/port-option.js';
import type { RegisteredTool } from './tool/registered-tool.js';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from './tool-executor.options.js';
import { CompositeToolTracer } from './tracing/composite.tracer.js';
import { LoggerToolTracer } from './tracing/logger.tracer.js';
import type { ToolTracer } from './tracing/tool-tracer.js';

/** Where `@Injectable({ scope })` writes to. */
const SCOPE_OPTIONS = 'scope:options';

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
  /** Filled by `bind()`. */
  readonly sources: ToolSource[] = [];
  /** Of the classes of error mappers and output guards: one instance for all tools. */
  private readonly bound = new WeakMap<object, Promise<unknown>>();

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
    const { guards, tracers, approvals, allow, errorMappers = [], outputGuards = [] } = this.options;
    await this.fill(this.guards, guards ?? [new DefaultPermissionGuard(allow)], 'guards', [
      'decide',
      'isVisible',
    ]);
    await this.fill(this.tracers, tracers ?? [LoggerToolTracer], 'tracers', ['start']);
    await this.fill(this.listeners, approvals.listeners ?? [], 'approvals.listeners', [
      'requested',
      'decided',
    ]);
    await this.fill(this.sources, this.options.sources ?? [], 'sources', ['list', 'resolve']);
    await this.bindAll(errorMappers, inRoot('errorMappers'), ['map']);
    await this.bindAll(outputGuards, inRoot('outputGuards'), ['check']);
  }

  /** Gives a compiled tool the instances of the mappers and guards that it or the module names. After `bind()`. */
  async bindTool(tool: RegisteredTool): Promise<RegisteredTool> {
    const { source, errorMappers, outputGuards } = tool;
    if (errorMappers.length === 0 && outputGuards.length === 0) return tool;
    return Object.freeze({
      ...tool,
      errorMappers: await this.bindAll(errorMappers, `${source}, errorMappers`, ['map']),
      outputGuards: await this.bindAll(outputGuards, `${source}, outputGuards`, ['check']),
    });
  }

  /** An instance of a port that others are made with. Its class is created here, and injected by what is imported here. */
  async create<Port>(
    port: PortOption<Port>,
    option: string,
    methods: readonly (keyof Port & string)[],
  ): Promise<Port> {
    const place = inRoot(option);
    const made = typeof port === 'function' ? await this.instantiate(port as Type<Port>, place) : port;
    return requireMethods(made, place, methods);
  }

  private async fill<Port>(
    ports: Port[],
    options: readonly PortOption<Port>[],
    option: string,
    methods: readonly (keyof Port & string)[],
  ): Promise<void> {
    const place = inRoot(option);
    for (const port of options) ports.push(requireMethods(await this.find(port, place), place, methods));
  }

  private async bindAll<Port>(
    options: readonly PortOption<Port>[],
    place: string,
    methods: readonly (keyof Port & string)[],
  ): Promise<readonly Port[]> {
    const ports: Port[] = [];
    for (const option of options) {
      const port = typeof option === 'function' ? await this.findOnce(option as Type<Port>, place) : option;
      ports.push(requireMethods(port, place, methods));
    }
    return Object.freeze(ports);
  }

  private findOnce<Port>(type: Type<Port>, place: string): Promise<Port> {
    const known = this.bound.get(type) as Promise<Port> | undefined;
    if (known !== undefined) return known;
    const found = this.find(type, place);
    this.bound.set(type, found);
    return found;
  }

  private async find<Port>(port: PortOption<Port>, place: string): Promise<Port> {
    if (typeof port !== 'function') return port;
    const type = port as Type<Port>;
    const scope = this.scopeOf(type);
    if (scope === undefined) return this.instantiate(type, place);
    if (scope !== Scope.DEFAULT) throw tooShortLived(type, place);
    return this.moduleRef.get(type, { strict: false });
  }

  /** The scope of a provider with all that it depends on; `undefined` for a class that no module provides. */
  private scopeOf(type: Type<unknown>): Scope | undefined {
    try {
      return this.moduleRef.introspect(type).scope;
    } catch {
      return undefined;
    }
  }

  private async instantiate<Port>(type: Type<Port>, place: string): Promise<Port> {
    const own =
      (Reflect.getMetadata(SCOPE_OPTIONS, type) as ScopeOptions | undefined)?.scope ?? Scope.DEFAULT;
    if (own !== Scope.DEFAULT) throw tooShortLived(type, place);
    try {
      return await this.moduleRef.create(type);
    } catch (error) {
      throw new ToolConfigurationError(
        `${place}: ${type.name} could not be created: ${(error as Error).message} ` +
          'Provide it in a module of the application, or pass an instance.',
        { cause: error },
      );
    }
  }
}

const inRoot = (option: string): string => `forRoot({ ${option} })`;

function tooShortLived(type: Type<unknown>, place: string): ToolConfigurationError {
  return new ToolConfigurationError(
    `${place}: ${type.name} is request-scoped or transient, and lives as long as the application here. ` +
      'Make it a singleton and read what varies from the context of the call.',
  );
}

function requireMethods<Port>(port: Port, place: string, methods: readonly (keyof Port & string)[]): Port {
  const missing = methods.find(
    (method) => typeof (port as Record<string, unknown> | null | undefined)?.[method] !== 'function',
  );
  if (missing === undefined) return port;
  const name = typeof port === 'object' && port !== null ? port.constructor?.name : String(port);
  throw new ToolConfigurationError(
    `${place}: ${name} has no ${missing}() method. Extend the abstract class of the port; ` +
      'where it is undefined, look for files that import one another.',
  );
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
