import {
  allow,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../permission/tool-permission-guard.js';

/** Every tool is visible and runs: for tests of tools, which are no tests of guards. */
export class AllowAllPermissionGuard extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return allow();
  }
}
