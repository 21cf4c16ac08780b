import { Injectable } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { Tool } from '../../src/discovery/tool.decorator.js';
import { ToolJournal, type JournalAnswer } from '../../src/journal/tool-journal.js';
import { ApprovalStore } from '../../src/permission/approval/approval-store.js';
import {
  ToolPermissionGuard,
  type ToolPermissionDecision,
} from '../../src/permission/tool-permission-guard.js';
import type { ToolHandler } from '../../src/tool/tool-handler.js';
import { ToolTracer, type ToolSpan } from '../../src/tracing/tool-tracer.js';
import type { Behaviour } from './hostile-values.js';

class AnyArgs {
  @IsOptional()
  @IsString()
  text?: string;
}

/** What the tool and each port do in the run at hand. */
export const plan: Record<
  'tool' | 'guard' | 'visible' | 'begin' | 'finish' | 'refuse' | 'start' | 'end' | 'store',
  Behaviour
> = {
  tool: () => undefined,
  guard: () => undefined,
  visible: () => undefined,
  begin: () => undefined,
  finish: () => undefined,
  refuse: () => undefined,
  start: () => undefined,
  end: () => undefined,
  store: () => undefined,
};
/** What happened in the run at hand. */
export const seen = { ran: 0, spansEnded: 0 };

@Tool({ name: 'any', description: 'Does what the plan says', parameters: AnyArgs, effects: 'idempotent' })
@Injectable()
export class AnyTool implements ToolHandler<AnyArgs> {
  execute(): unknown {
    seen.ran += 1;
    return plan.tool();
  }
}

export class PlannedGuard extends ToolPermissionGuard {
  decide(): ToolPermissionDecision {
    return plan.guard() as ToolPermissionDecision;
  }
  override isVisible(): boolean {
    return plan.visible() as boolean;
  }
}

export class PlannedJournal extends ToolJournal {
  begin(): JournalAnswer {
    return plan.begin() as JournalAnswer;
  }
  finish(): void {
    return plan.finish() as void;
  }
  refuse(): void {
    return plan.refuse() as void;
  }
  list(): [] {
    return [];
  }
  get(): undefined {
    return undefined;
  }
}

export class PlannedStore extends ApprovalStore {
  create(): void {
    return plan.store() as void;
  }
  get(): undefined {
    return plan.store() as undefined;
  }
  list(): [] {
    return [];
  }
  decide(): undefined {
    return undefined;
  }
  redeem(): boolean {
    return plan.store() as boolean;
  }
}

export class PlannedTracer extends ToolTracer {
  start(): ToolSpan {
    plan.start();
    return {
      end: () => {
        seen.spansEnded += 1;
        return plan.end() as void;
      },
    };
  }
}
