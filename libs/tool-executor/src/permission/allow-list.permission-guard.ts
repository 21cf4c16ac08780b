import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from './tool-permission-guard.js';

/**
 * The named tools run; everything else is denied.
 *
 * @publicApi
 */
export class AllowListPermissionGuard extends ToolPermissionGuard {
  private readonly allowed: ReadonlySet<string>;

  /** @param names by exact name: `Bash` doesn't allow `bash` */
  constructor(names: readonly string[]) {
    super();
    this.allowed = new Set(names);
  }

  decide({ tool }: GuardedCall): ToolPermissionDecision {
    return this.allowed.has(tool.name) ? allow() : deny(`"${tool.name}" is not on the list of allowed tools`);
  }
}
