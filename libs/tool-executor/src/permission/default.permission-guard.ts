import {
  allow,
  ask,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './tool-permission-guard.js';

/**
 * Read-only tools and the named ones run; everything else asks a person.
 *
 * @publicApi
 */
export class DefaultPermissionGuard extends ToolPermissionGuard {
  private readonly allowed: ReadonlySet<string>;

  /** @param names tools that run without asking, by exact name */
  constructor(names: readonly string[] = []) {
    super();
    this.allowed = new Set(names);
  }

  decide({ tool }: GuardedCall): ToolPermissionDecision {
    if (tool.traits.readOnly || this.allowed.has(tool.name)) return allow();
    return ask(
      `${tool.name} ${tool.traits.destructive ? 'may change or destroy things' : 'may change things'}`,
    );
  }
}
