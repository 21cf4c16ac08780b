import type { CanActivate, ExceptionFilter, NestInterceptor } from '@nestjs/common';
import { requestOf } from '../discovery/request-contexts.js';
import { collectObservable } from '../execution/collect-observable.js';
import { collectOutput } from '../execution/collect-output.js';
import type { RegisteredTool } from '../tool/registered-tool.js';
import { askGuards } from './ask-guards.js';
import type { DecoratedTool } from './declared-enhancers.js';
import type { EnhancerList } from './enhancer-list.js';
import { filterThrown } from './filter-thrown.js';
import { interceptHandler } from './intercept-handler.js';
import { refusedByGuards } from './refused-by-guards.js';
import { ToolCallHost } from './tool-call.host.js';

export interface Enhancers {
  readonly guards: EnhancerList<CanActivate>;
  readonly interceptors: EnhancerList<NestInterceptor>;
  /** The nearest first. */
  readonly filters: EnhancerList<ExceptionFilter>;
}

/** The tool with guards before it and interceptors and filters around it. */
export function enhanceTool(
  tool: RegisteredTool,
  subject: DecoratedTool,
  enhancers: Enhancers,
): RegisteredTool {
  const { guards, interceptors, filters } = enhancers;
  const isWrapped = interceptors.length > 0 || filters.length > 0;
  return Object.freeze({
    ...tool,
    ...(guards.length > 0 && { admit: admission(tool, subject, enhancers) }),
    ...(isWrapped && { invoke: invocation(tool, subject, enhancers) }),
  });
}

function admission(
  { definition }: RegisteredTool,
  { type, handler }: DecoratedTool,
  { guards, filters }: Enhancers,
): NonNullable<RegisteredTool['admit']> {
  return async (makeArgs, context) => {
    const request = requestOf(context);
    const host = new ToolCallHost(type, handler, definition, context, makeArgs);
    try {
      await askGuards(await guards.forRequest(request), host);
    } catch (thrown) {
      throw refusedByGuards(await rescue(filters, request, thrown, host));
    }
  };
}

function invocation(
  { definition, invoke }: RegisteredTool,
  { type, handler }: DecoratedTool,
  { interceptors, filters }: Enhancers,
): RegisteredTool['invoke'] {
  return async (args, context, start) => {
    const request = requestOf(context);
    const around = await interceptors.forRequest(request);
    // Interceptors and filters are the tool's own code, and may have effects of their own.
    start();
    const host = new ToolCallHost(type, handler, definition, context, () => args);
    const run = (): unknown => invoke(args, context, () => context.signal.throwIfAborted());
    const collect = (output: unknown): unknown => collectOutput(output, context);
    try {
      if (around.length === 0) return await collect(run());
      return await collectObservable(interceptHandler(around, host, run, collect), context.signal);
    } catch (thrown) {
      // Nobody waits any more, and that the call was stopped is not the application's exception.
      throw context.signal.aborted ? thrown : await rescue(filters, request, thrown, host);
    }
  };
}

async function rescue(
  filters: EnhancerList<ExceptionFilter>,
  request: object,
  thrown: unknown,
  host: ToolCallHost,
): Promise<unknown> {
  if (filters.length === 0) return thrown;
  try {
    return await filterThrown(await filters.forRequest(request), thrown, host);
  } catch {
    return thrown; // a filter that can't be made catches nothing
  }
}
