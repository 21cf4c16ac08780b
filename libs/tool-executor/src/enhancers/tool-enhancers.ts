import {
  Inject,
  Injectable,
  type CanActivate,
  type ExceptionFilter,
  type NestInterceptor,
} from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { RequestContexts } from '../discovery/request-contexts.js';
import { hasFixedInstance, resolvePerCall, type ProviderWrapper } from '../discovery/tool-provider.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import { TOOL_EXECUTOR_OPTIONS, type ResolvedToolExecutorOptions } from '../tool-executor.options.js';
import { declaredEnhancers, refuseIgnoredDecorators, type DecoratedTool } from './declared-enhancers.js';
import { enhanceTool } from './enhance-tool.js';
import { ENHANCER_KINDS, type EnhancerKind } from './enhancer-kind.js';
import { EnhancerList, type BoundEnhancer } from './enhancer-list.js';
import { globalEnhancers } from './global-enhancers.js';

/** A tool that may have enhancers; those of a class are made in the module of its provider. */
export interface EnhanceableTool extends DecoratedTool {
  readonly provider: ProviderWrapper | undefined;
}

/** Puts Nest's own guards, interceptors and filters on tools, once, at boot. */
@Injectable()
export class ToolEnhancers {
  constructor(
    private readonly creator: ExternalContextCreator,
    private readonly contexts: RequestContexts,
    @Inject(TOOL_EXECUTOR_OPTIONS) private readonly options: ResolvedToolExecutorOptions,
  ) {}

  /**
   * @returns the same tool where nothing runs on it
   * @throws ToolConfigurationError for what can't run on it
   */
  enhance(tool: RegisteredTool, subject: EnhanceableTool): RegisteredTool {
    const { source } = tool;
    const guards = this.listOf<CanActivate>('guards', source, subject);
    const interceptors = this.listOf<NestInterceptor>('interceptors', source, subject);
    const filters = this.listOf<ExceptionFilter>('filters', source, subject, (all) => all.toReversed());
    const isWrapped = interceptors.length > 0 || filters.length > 0;
    refuseIgnoredDecorators(source, subject, isWrapped || guards.length > 0);
    if (!isWrapped && guards.length === 0) return tool;
    const { isolation } = tool.definition.traits;
    if (isWrapped && isolation !== 'none') {
      throw new ToolConfigurationError(
        `${source}: interceptors and filters run on the event loop, and isolation '${isolation}' runs the tool elsewhere. Drop one of the two; guards work with both.`,
      );
    }
    return enhanceTool(tool, subject, { guards, interceptors, filters });
  }

  private listOf<Enhancer extends object>(
    kind: EnhancerKind,
    source: string,
    subject: EnhanceableTool,
    arrange = (all: BoundEnhancer<Enhancer>[]) => all,
  ): EnhancerList<Enhancer> {
    const own = declaredEnhancers(subject)[kind].map((each) =>
      this.bind<Enhancer>(kind, source, each as object, subject),
    );
    return new EnhancerList(arrange([...this.globals<Enhancer>(kind), ...own]));
  }

  private globals<Enhancer>(kind: EnhancerKind): BoundEnhancer<Enhancer>[] {
    if (!this.options.globalEnhancers) return [];
    const { instances, perRequest } = globalEnhancers(this.creator)[kind];
    return [
      ...instances.map((fixed) => ({ fixed: fixed as Enhancer })),
      ...perRequest.map((wrapper) => this.perCall<Enhancer>(kind, wrapper)),
    ];
  }

  private bind<Enhancer>(
    kind: EnhancerKind,
    source: string,
    declared: object,
    { provider }: EnhanceableTool,
  ): BoundEnhancer<Enhancer> {
    const { method, decorator, one } = ENHANCER_KINDS[kind];
    if (typeof declared !== 'function') return { fixed: declared as Enhancer };
    const wrapper = provider?.host?.injectables.get(declared) as ProviderWrapper | undefined;
    if (wrapper === undefined) {
      throw new ToolConfigurationError(
        `${source}: ${decorator} names ${declared.name}, which Nest makes only for providers that are listed as a class. ` +
          `List the class of the tool itself, or give ${decorator} an instance.`,
      );
    }
    if (!hasFixedInstance(wrapper)) return this.perCall(kind, wrapper);
    const fixed: unknown = wrapper.instance;
    if (!implementsMethod(fixed, method)) {
      throw new ToolConfigurationError(
        `${source}: ${decorator} names ${declared.name}, which has no ${method}() method and is no ${one}.`,
      );
    }
    return { fixed: fixed as Enhancer };
  }

  private perCall<Enhancer>(kind: EnhancerKind, wrapper: ProviderWrapper): BoundEnhancer<Enhancer> {
    const { method, one } = ENHANCER_KINDS[kind];
    const resolve = resolvePerCall(wrapper, this.contexts);
    return {
      resolve: async (request) => {
        const made = await resolve(request);
        if (!implementsMethod(made, method)) throw new TypeError(`${String(wrapper.name)} is no ${one}`);
        return made as Enhancer;
      },
    };
  }
}

function implementsMethod(value: unknown, method: string): boolean {
  return typeof (value as Record<string, unknown> | null | undefined)?.[method] === 'function';
}
