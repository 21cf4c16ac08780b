import type { INestApplicationContext } from '@nestjs/common';
import { DisabledToolJournal } from '../../journal/disabled.journal.js';
import { InMemoryToolJournal } from '../../journal/in-memory.journal.js';
import { ToolJournal } from '../../journal/tool-journal.js';
import { ApprovalStore } from '../../permission/approval/approval-store.js';
import { InMemoryApprovalStore } from '../../permission/approval/in-memory-approval.store.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../../tool-executor.options.js';
import { requireProvider } from '../with-application.js';
import type { Finding } from './finding.js';

/** What is behind the ports. */
export interface ApplicationSettings {
  /** Names of the guards' classes; `default`: none was named. */
  readonly guards: 'default' | readonly string[];
  /** Names that the default guard lets run. */
  readonly allow: readonly string[];
  readonly journal: string;
  readonly approvals: string;
}

/** What is in force for all tools of an application, and what to know about it. */
export function examineApplication(app: INestApplicationContext): {
  readonly settings: ApplicationSettings;
  readonly findings: readonly Finding[];
} {
  const { guards, allow } = app.get<ResolvedToolExecutorOptions>(TOOL_EXECUTOR_OPTIONS, { strict: false });
  const journal = requireProvider(app, ToolJournal);
  const approvals = requireProvider(app, ApprovalStore);
  const findings: Finding[] = [];
  const hint = (code: string, message: string, remedy: string): unknown =>
    findings.push({ level: 'hint', code, message, remedy });
  if (guards === undefined) {
    hint(
      'default_guard',
      'the default guard is in force: read-only tools and those in `allow` run, everything else asks a person',
      'your own rules go into forRoot({ guards })',
    );
  }
  if (journal instanceof DisabledToolJournal) {
    hint(
      'journal_off',
      'nothing is recorded, and calls with an idempotency key are refused',
      'leave out journal: false, or give forRoot({ journal }) one',
    );
  } else if (journal instanceof InMemoryToolJournal) {
    hint(
      'journal_in_memory',
      'the journal is in memory: a restart forgets calls and idempotency keys',
      'give forRoot({ journal }) a durable one before it matters',
    );
  }
  if (approvals instanceof InMemoryApprovalStore) {
    hint(
      'approvals_in_memory',
      'approvals are in memory: a restart forgets them, and each instance has its own',
      'give forRoot({ approvals: { store } }) a durable one before it matters',
    );
  }
  return {
    settings: {
      guards: guards?.map(nameOf) ?? 'default',
      allow,
      journal: nameOf(journal),
      approvals: nameOf(approvals),
    },
    findings,
  };
}

function nameOf(port: object): string {
  return (
    (typeof port === 'function' ? (port as { name?: string }).name : port.constructor?.name) || 'anonymous'
  );
}
