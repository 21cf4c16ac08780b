import { describe, it } from '@jest/globals';
import { AllowListPermissionGuard } from '../../src/permission/allow-list.permission-guard.js';
import { ComposedPermissionGuard } from '../../src/permission/composed.permission-guard.js';
import { DefaultPermissionGuard } from '../../src/permission/default.permission-guard.js';
import { PublicToolsPermissionGuard } from '../../src/permission/public-tools.permission-guard.js';
import { RolePermissionGuard } from '../../src/permission/role.permission-guard.js';
import { ScopePermissionGuard } from '../../src/permission/scope.permission-guard.js';
import {
  allow,
  ask,
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import { describeContract } from '../../src/testing/contracts/describe-contract.js';
import { toolPermissionGuardContract } from '../../src/testing/contracts/tool-permission-guard.contract.js';
import { RecordingPermissionGuard } from '../../src/testing/fakes/recording-permission-guard.js';
import { AllowAllPermissionGuard } from '../../src/testing/harness/allow-all.permission-guard.js';

class LaterGuard extends ToolPermissionGuard {
  async decide(): Promise<ToolPermissionDecision> {
    return ask('somebody must look at it');
  }
  override async isVisible(): Promise<boolean> {
    return true;
  }
}

const guards: Record<string, () => ToolPermissionGuard> = {
  'DefaultPermissionGuard without names': () => new DefaultPermissionGuard(),
  'DefaultPermissionGuard with names': () => new DefaultPermissionGuard(['pay']),
  AllowListPermissionGuard: () => new AllowListPermissionGuard(['read_file']),
  'ScopePermissionGuard that hides': () => new ScopePermissionGuard(),
  'ScopePermissionGuard that denies': () => new ScopePermissionGuard('deny'),
  'RolePermissionGuard that hides': () => new RolePermissionGuard(),
  'RolePermissionGuard that denies': () => new RolePermissionGuard('deny'),
  PublicToolsPermissionGuard: () => new PublicToolsPermissionGuard(new AllowListPermissionGuard([])),
  'ComposedPermissionGuard of none': () => new ComposedPermissionGuard([]),
  'ComposedPermissionGuard of guards that answer at once and later': () =>
    new ComposedPermissionGuard([
      new ScopePermissionGuard(),
      new LaterGuard(),
      new PublicToolsPermissionGuard(new LaterGuard()),
      new AllowListPermissionGuard(['read_file', 'pay']),
    ]),
  RecordingPermissionGuard: () => new RecordingPermissionGuard({ decide: allow }),
  AllowAllPermissionGuard: () => new AllowAllPermissionGuard(),
};

for (const [name, make] of Object.entries(guards)) {
  describeContract({ describe, it }, name, toolPermissionGuardContract(make));
}
