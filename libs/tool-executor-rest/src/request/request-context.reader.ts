import { Inject, Injectable } from '@nestjs/common';
import type { ToolExecutionContext, ToolPrincipal } from 'nestjs-tool-executor';
import { REST_OPTIONS, type ResolvedRestOptions } from '../tool-executor-rest.options.js';
import { traceIdOf } from './trace-id-of.js';

/** What the platforms have in common. */
interface NeutralRequest {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

/** Turns a request into what the executor wants to know about it. */
@Injectable()
export class RequestContextReader {
  constructor(@Inject(REST_OPTIONS) private readonly options: ResolvedRestOptions) {}

  async principal(request: unknown): Promise<ToolPrincipal | undefined> {
    return this.options.principal(request);
  }

  async context(request: unknown, signal?: AbortSignal): Promise<ToolExecutionContext> {
    const principal = await this.principal(request);
    const own = await this.options.context?.(request);
    const traceId = own?.traceId ?? traceIdOf((request as NeutralRequest).headers);
    return { ...own, traceId, principal, signal, request };
  }
}
