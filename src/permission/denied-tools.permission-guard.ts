import { Injectable } from '@nestjs/common';
import {
  allow,
  deny,
  ToolPermissionGuard,
  type GuardedCall,
  type ToolPermissionDecision,
} from 'nestjs-tool-executor';
import { AppConfig } from '../config/app-config.js';

/** The tools of DENY_TOOLS never run, whoever asks; the other guards judge the rest. */
@Injectable()
export class DeniedToolsPermissionGuard extends ToolPermissionGuard {
  private readonly denied: ReadonlySet<string>;

  constructor({ denyTools }: AppConfig) {
    super();
    this.denied = new Set(denyTools);
  }

  decide({ tool }: GuardedCall): ToolPermissionDecision {
    return this.denied.has(tool.name) ? deny(`"${tool.name}" is switched off by the operator`) : allow();
  }
}
