import type { CanActivate, ModuleMetadata, Type, VERSION_NEUTRAL } from '@nestjs/common';
import { ToolConfigurationError, type ToolExecutionContext, type ToolPrincipal } from 'nestjs-tool-executor';

/** What an application may add to the context of a call; the door fills in the rest. @publicApi */
export type RestCallContext = Pick<
  ToolExecutionContext,
  'traceId' | 'deadline' | 'attempt' | 'conversationId' | 'data'
>;

/** @publicApi */
export interface ToolExecutorRestLimits {
  /** Calls of one batch; a batch with more is answered with 400 and none of it runs. @default 50 */
  readonly maxBatchCalls?: number;
}

/** What `ToolExecutorRestModule.forRoot()` takes beside {@link ToolExecutorRestExtras}. @publicApi */
export interface ToolExecutorRestOptions {
  /**
   * On whose behalf a request acts; `undefined` for nobody. It gets the request of the platform
   * (Express or Fastify), after the guards. A throw refuses the request: throw a Nest
   * `HttpException` to choose how.
   *
   * It decides whose calls and approvals are seen, so read nothing here that the client may invent.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the platform is the application's choice
  principal(request: any): ToolPrincipal | undefined | Promise<ToolPrincipal | undefined>;
  /**
   * What else the calls of a request know, such as `conversationId` or `data`. A `traceId` from
   * here wins over the `traceparent` header.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  context?(request: any): RestCallContext | Promise<RestCallContext>;
  readonly limits?: ToolExecutorRestLimits;
}

/** What is settled when the module is imported, even where the options come later. @publicApi */
export interface ToolExecutorRestExtras {
  /** Prefix of the routes, below the global prefix of the application. @default '' */
  readonly path?: string;
  /**
   * Version of the routes, as for `@Controller({ version })`; several make the door answer to each.
   * Nest ignores it until the application calls `enableVersioning()`.
   * @default the `defaultVersion` of the application, else none
   */
  readonly version?: string | readonly string[] | typeof VERSION_NEUTRAL;
  /** Guards of every route of the door, as for `@UseGuards()`. @default none: the global ones apply */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** Modules that export what the guards inject, and the executor of the door where that isn't the global one. */
  readonly imports?: ModuleMetadata['imports'];
}

/** Injects the options with every default filled in. */
export const REST_OPTIONS = Symbol('nestjs-tool-executor-rest.options');

/** The options with every default filled in. */
export interface ResolvedRestOptions extends ToolExecutorRestOptions {
  readonly limits: Required<ToolExecutorRestLimits>;
}

const DEFAULT_MAX_BATCH_CALLS = 50;

/** @throws ToolConfigurationError for a value that can't be meant, naming the option */
export function resolveRestOptions(options: ToolExecutorRestOptions): ResolvedRestOptions {
  if (typeof options?.principal !== 'function') {
    throw refused(
      'principal',
      'is missing',
      'say on whose behalf a request acts: `principal: (request) => …`',
    );
  }
  if (options.context !== undefined && typeof options.context !== 'function') {
    throw refused('context', 'is not a function', 'give `context: (request) => …`, or leave it out');
  }
  const maxBatchCalls = options.limits?.maxBatchCalls ?? DEFAULT_MAX_BATCH_CALLS;
  if (!Number.isSafeInteger(maxBatchCalls) || maxBatchCalls < 1) {
    throw refused('limits.maxBatchCalls', `is ${String(maxBatchCalls)}`, 'give a whole number of at least 1');
  }
  return Object.freeze({ ...options, limits: Object.freeze({ maxBatchCalls }) });
}

function refused(option: string, problem: string, remedy: string): ToolConfigurationError {
  return new ToolConfigurationError(`ToolExecutorRestModule: \`${option}\` ${problem}; ${remedy}.`);
}
