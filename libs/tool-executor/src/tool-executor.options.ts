import type { Type } from '@nestjs/common';
import { DEFAULT_INTAKE_LIMITS, type IntakeLimits } from './intake/intake-limits.js';
import type { ToolJournal } from './journal/tool-journal.js';
import type { ApprovalListener } from './permission/approval/approval-listener.js';
import type { ApprovalStore } from './permission/approval/approval-store.js';
import type { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import { ToolConfigurationError } from './tool/tool-configuration.error.js';
import type { ToolContextData } from './tool/tool-execution-context.js';
import type { ToolTracer } from './tracing/tool-tracer.js';

export const TOOL_EXECUTOR_OPTIONS = Symbol.for('nestjs-tool-executor.options');

/**
 * A port's implementation: an instance, or a class. A class that is a provider somewhere in the
 * application is taken from there, with its own dependencies; any other is created by the module.
 *
 * @publicApi
 */
export type PortOption<Port> = Type<Port> | Port;

/**
 * What `ToolExecutorModule.forRoot()` takes. Everything is optional.
 *
 * @publicApi
 */
export interface ToolExecutorOptions {
  /** Milliseconds that a tool may run, unless it says so itself. @default 30_000 */
  readonly timeoutMs?: number;
  /** Milliseconds that the permission guards may take for one call. @default 5_000 */
  readonly permissionTimeoutMs?: number;
  /** Milliseconds that asynchronous constraints may take for one call. @default 5_000 */
  readonly validationTimeoutMs?: number;
  /** Milliseconds that the journal and the approval store may take for one step. @default 5_000 */
  readonly journalTimeoutMs?: number;
  /** Milliseconds that calls in flight get at shutdown before they are aborted. @default 10_000 */
  readonly shutdownTimeoutMs?: number;
  /**
   * Milliseconds that a stopped tool gets to report that it ended, and what it had printed, before
   * the call settles without it. @default 25
   */
  readonly stopGraceMs?: number;
  /** Characters of output, error, stdout and stderr that a result carries; the middle is cut out. @default 100_000 */
  readonly maxOutputChars?: number;
  /** Limits on arguments before any library sees them. */
  readonly intake?: Partial<IntakeLimits>;
  /** `masked`: errors that are not a ToolError become a neutral sentence with the trace id. @default 'plain' */
  readonly errors?: 'plain' | 'masked';
  /** What happens to unknown arguments. @default 'reject' */
  readonly unknownArguments?: 'reject' | 'strip';
  /** Whether text is converted to the declared type where nothing is lost. @default 'lossless' */
  readonly coerce?: 'lossless' | 'none';
  /** Names that the default guard lets run without asking, beside the read-only tools. @default none */
  readonly allow?: readonly string[];
  /**
   * Tools whose scopes or roles the principal lacks: `hide` makes them `unknown_tool`, `deny` shows
   * them and denies the call. @default 'hide'
   */
  readonly unauthorised?: 'hide' | 'deny';
  /** Replaces the default guard. Composed as deny before ask before allow. */
  readonly guards?: readonly PortOption<ToolPermissionGuard>[];
  /** @default the Nest logger */
  readonly tracers?: readonly PortOption<ToolTracer>[];
  /**
   * `false`: nothing is recorded, and calls with an idempotency key are refused.
   * @default an InMemoryToolJournal of 1,000 calls
   */
  readonly journal?: PortOption<ToolJournal> | false;
  readonly approvals?: {
    /** @default an InMemoryApprovalStore */
    readonly store?: PortOption<ApprovalStore>;
    /** Milliseconds until an approval that nobody used is void. @default 900_000 (15 minutes) */
    readonly expiresAfterMs?: number;
    /** Whether the principal that made a call may approve it. @default false */
    readonly allowSelfApproval?: boolean;
    /** Told when somebody must decide and when somebody did. */
    readonly listeners?: readonly PortOption<ApprovalListener>[];
  };
  readonly redaction?: {
    /** More key names whose values are masked. */
    readonly keys?: readonly string[];
    /** Values that are masked wherever they show up. Those of secret-named environment variables always are. */
    readonly secrets?: readonly string[];
  };
  /** Defaults of `context.data`. */
  readonly data?: Readonly<ToolContextData>;
  /** How many calls of one `executeMany()` run at once. @default 10 */
  readonly executeManyConcurrency?: number;
}

/** The one set of defaults. */
export const DEFAULT_TOOL_EXECUTOR_OPTIONS = {
  timeoutMs: 30_000,
  permissionTimeoutMs: 5_000,
  validationTimeoutMs: 5_000,
  journalTimeoutMs: 5_000,
  shutdownTimeoutMs: 10_000,
  stopGraceMs: 25,
  maxOutputChars: 100_000,
  intake: DEFAULT_INTAKE_LIMITS,
  errors: 'plain',
  unknownArguments: 'reject',
  coerce: 'lossless',
  allow: [],
  unauthorised: 'hide',
  approvals: { expiresAfterMs: 900_000, allowSelfApproval: false },
  redaction: {},
  data: Object.freeze({}),
  executeManyConcurrency: 10,
} as const satisfies ToolExecutorOptions;

type Defaulted = keyof typeof DEFAULT_TOOL_EXECUTOR_OPTIONS;

/** The options with every default filled in. */
export type ResolvedToolExecutorOptions = Omit<ToolExecutorOptions, 'intake' | 'approvals'> &
  Required<Pick<ToolExecutorOptions, Exclude<Defaulted, 'intake' | 'approvals'>>> & {
    readonly intake: IntakeLimits;
    readonly approvals: NonNullable<ToolExecutorOptions['approvals']> & {
      readonly expiresAfterMs: number;
      readonly allowSelfApproval: boolean;
    };
  };

const DURATIONS = [
  'timeoutMs',
  'permissionTimeoutMs',
  'validationTimeoutMs',
  'journalTimeoutMs',
  'shutdownTimeoutMs',
] as const;
const LONGEST_TIMER_MS = 2_147_483_647;
const SMALLEST_OUTPUT = 100;

/**
 * Fills in the defaults.
 *
 * @throws ToolConfigurationError for a value that can't be meant, naming the option
 */
export function resolveToolExecutorOptions(options: ToolExecutorOptions = {}): ResolvedToolExecutorOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const resolved: ResolvedToolExecutorOptions = {
    ...DEFAULT_TOOL_EXECUTOR_OPTIONS,
    ...(given as ToolExecutorOptions),
    intake: { ...DEFAULT_INTAKE_LIMITS, ...options.intake },
    approvals: { ...DEFAULT_TOOL_EXECUTOR_OPTIONS.approvals, ...options.approvals },
  };
  for (const name of Object.keys(options)) {
    if (!(name in DEFAULT_TOOL_EXECUTOR_OPTIONS) && !['guards', 'tracers', 'journal'].includes(name)) {
      refuse(name, 'is not an option', 'check the spelling');
    }
  }
  for (const name of DURATIONS) requireDuration(name, resolved[name], 1);
  requireDuration('stopGraceMs', resolved.stopGraceMs, 0);
  requireDuration('approvals.expiresAfterMs', resolved.approvals.expiresAfterMs, 1, Number.MAX_SAFE_INTEGER);
  requireInteger('maxOutputChars', resolved.maxOutputChars, SMALLEST_OUTPUT);
  requireInteger('executeManyConcurrency', resolved.executeManyConcurrency, 1);
  for (const [name, value] of Object.entries(resolved.intake)) requireInteger(`intake.${name}`, value as number, 1);
  requireOneOf('errors', resolved.errors, ['plain', 'masked']);
  requireOneOf('unknownArguments', resolved.unknownArguments, ['reject', 'strip']);
  requireOneOf('coerce', resolved.coerce, ['lossless', 'none']);
  requireOneOf('unauthorised', resolved.unauthorised, ['hide', 'deny']);
  if (resolved.guards !== undefined && resolved.guards.length === 0) {
    refuse('guards', 'is empty, so everything would run', 'leave it out for the default guard, or name one');
  }
  return Object.freeze(resolved);
}

function requireDuration(name: string, value: unknown, least: number, most = LONGEST_TIMER_MS): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most) {
    refuse(name, `is ${String(value)}`, `give milliseconds between ${least} and ${most}`);
  }
}

function requireInteger(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    refuse(name, `is ${String(value)}`, `give a whole number of at least ${least}`);
  }
}

function requireOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (!allowed.includes(value as string)) refuse(name, `is ${String(value)}`, `give ${allowed.map((v) => `'${v}'`).join(' or ')}`);
}

function refuse(name: string, problem: string, remedy: string): never {
  throw new ToolConfigurationError(`ToolExecutorModule.forRoot(): \`${name}\` ${problem}; ${remedy}.`);
}
