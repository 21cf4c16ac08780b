import type { ToolSource } from './discovery/tool-source.js';
import { DEFAULT_INTAKE_LIMITS, type IntakeLimits } from './intake/intake-limits.js';
import type { ToolRunner } from './execution/tool-runner.js';
import type { ToolJournal } from './journal/tool-journal.js';
import type { ApprovalListener } from './permission/approval/approval-listener.js';
import type { ApprovalStore } from './permission/approval/approval-store.js';
import type { ToolPermissionGuard } from './permission/tool-permission-guard.js';
import type { PortOption } from './tool/port-option.js';
import type { ToolErrorMapper } from './tool/tool-error-mapper.js';
import type { ToolContextData } from './tool/tool-execution-context.js';
import type { ToolOutputGuard } from './tool/tool-output-guard.js';
import type { ToolOverrides } from './tool/tool-override.js';
import {
  refuse,
  requireArray,
  requireDuration,
  requireInteger,
  requireKnown,
  requireOneOf,
  requireTexts,
} from './tool-executor.option-checks.js';
import { requireOverrides } from './tool-executor.override-checks.js';
import type { ToolTracer } from './tracing/tool-tracer.js';
import type { ToolValidator } from './validation/tool-validator.js';

export const TOOL_EXECUTOR_OPTIONS = Symbol.for('nestjs-tool-executor.options');

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
  /** Milliseconds that the error mappers may take for one call. @default 5_000 */
  readonly errorMapperTimeoutMs?: number;
  /** Milliseconds that the output guards may take for one call. @default 5_000 */
  readonly outputGuardTimeoutMs?: number;
  /** Milliseconds that each tool source may take for one answer. @default 5_000 */
  readonly sourceTimeoutMs?: number;
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
  /** Turn what tools throw into what a model may read; the tool's own come first. @default none */
  readonly errorMappers?: readonly PortOption<ToolErrorMapper>[];
  /** Judge what tools give, after the tool's own. @default none */
  readonly outputGuards?: readonly PortOption<ToolOutputGuard>[];
  /** Bring tools that boot can't know. Of two with one name, the first has it. @default none */
  readonly sources?: readonly PortOption<ToolSource>[];
  /**
   * The tools of these toolsets alone: names that `forFeature()` or `provideToolset()` gave, each of
   * which must be there at boot. What `sources` and `ToolRegistry.add()` bring is there beside them. @default the tools of
   * all modules, whether they have a toolset or not
   */
  readonly toolsets?: readonly string[];
  /**
   * What the operator changes about tools, by name: `{ run_shell: { enabled: false } }`. Only tighter,
   * unless `allowLoosen`. A name that no tool has fails the boot. @default none
   */
  readonly overrides?: ToolOverrides;
  /** Whether `overrides` may loosen what a tool says of itself. @default false */
  readonly allowLoosen?: boolean;
  /**
   * Runs the guards, interceptors and filters of the whole application (APP_GUARD, `useGlobalGuards()`
   * and their like) on every tool, before those that are named on it. @default false
   */
  readonly globalEnhancers?: boolean;
  /** @default the Nest logger */
  readonly tracers?: readonly PortOption<ToolTracer>[];
  /** How and where tools run. @default an InProcessToolRunner */
  readonly runner?: PortOption<ToolRunner>;
  /** How classes of arguments become schemas and checks. @default class-validator's rules */
  readonly validator?: PortOption<ToolValidator>;
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
  errorMapperTimeoutMs: 5_000,
  outputGuardTimeoutMs: 5_000,
  sourceTimeoutMs: 5_000,
  shutdownTimeoutMs: 10_000,
  stopGraceMs: 25,
  maxOutputChars: 100_000,
  intake: DEFAULT_INTAKE_LIMITS,
  errors: 'plain',
  unknownArguments: 'reject',
  coerce: 'lossless',
  allow: [],
  unauthorised: 'hide',
  globalEnhancers: false,
  overrides: {},
  allowLoosen: false,
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
  'errorMapperTimeoutMs',
  'outputGuardTimeoutMs',
  'sourceTimeoutMs',
  'shutdownTimeoutMs',
] as const;
const SMALLEST_OUTPUT_CHARS = 100;
const PORTS = [
  'guards',
  'errorMappers',
  'outputGuards',
  'sources',
  'tracers',
  'journal',
  'runner',
  'validator',
] as const;
const APPROVALS = ['store', 'expiresAfterMs', 'allowSelfApproval', 'listeners'] as const;
const REDACTION = ['keys', 'secrets'] as const;

/**
 * Fills in the defaults.
 *
 * @throws ToolConfigurationError for a value that can't be meant, naming the option
 */
export function resolveToolExecutorOptions(options: ToolExecutorOptions = {}): ResolvedToolExecutorOptions {
  const resolved: ResolvedToolExecutorOptions = {
    ...DEFAULT_TOOL_EXECUTOR_OPTIONS,
    ...given(options),
    intake: { ...DEFAULT_INTAKE_LIMITS, ...given(options.intake) },
    approvals: { ...DEFAULT_TOOL_EXECUTOR_OPTIONS.approvals, ...given(options.approvals) },
  };
  requireKnown('', options, [...Object.keys(DEFAULT_TOOL_EXECUTOR_OPTIONS), ...PORTS, 'toolsets']);
  requireKnown('intake.', options.intake, Object.keys(DEFAULT_INTAKE_LIMITS));
  requireKnown('approvals.', options.approvals, APPROVALS);
  requireKnown('redaction.', options.redaction, REDACTION);
  for (const name of DURATIONS) requireDuration(name, resolved[name], 1);
  requireDuration('stopGraceMs', resolved.stopGraceMs, 0);
  requireInteger('maxOutputChars', resolved.maxOutputChars, SMALLEST_OUTPUT_CHARS);
  requireInteger('executeManyConcurrency', resolved.executeManyConcurrency, 1);
  for (const [name, value] of Object.entries(resolved.intake)) requireInteger(`intake.${name}`, value, 1);
  requireOneOf('errors', resolved.errors, ['plain', 'masked']);
  requireOneOf('unknownArguments', resolved.unknownArguments, ['reject', 'strip']);
  requireOneOf('coerce', resolved.coerce, ['lossless', 'none']);
  requireOneOf('unauthorised', resolved.unauthorised, ['hide', 'deny']);
  requireOneOf('allowLoosen', resolved.allowLoosen, [true, false]);
  requireOverrides(resolved.overrides);
  requireOneOf('globalEnhancers', resolved.globalEnhancers, [true, false]);
  requireTexts('allow', resolved.allow);
  requireTexts('toolsets', resolved.toolsets);
  requireTexts('redaction.keys', resolved.redaction?.keys);
  requireTexts('redaction.secrets', resolved.redaction?.secrets);
  requireDuration('approvals.expiresAfterMs', resolved.approvals.expiresAfterMs, 1, Number.MAX_SAFE_INTEGER);
  requireOneOf('approvals.allowSelfApproval', resolved.approvals.allowSelfApproval, [true, false]);
  requireArray('guards', resolved.guards);
  requireArray('errorMappers', resolved.errorMappers);
  requireArray('outputGuards', resolved.outputGuards);
  requireArray('sources', resolved.sources);
  requireArray('tracers', resolved.tracers);
  requireArray('approvals.listeners', resolved.approvals.listeners);
  if (resolved.guards?.length === 0) {
    refuse(
      'guards',
      'is empty, so nobody could allow anything',
      'leave it out for the default guard, or name one',
    );
  }
  return Object.freeze(resolved);
}

/** What is there but `undefined` is left to the defaults. */
function given<Options extends object>(options: Options | undefined): Options {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([, value]) => value !== undefined),
  ) as Options;
}
