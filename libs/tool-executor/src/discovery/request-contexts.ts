import { Injectable } from '@nestjs/common';
import { ContextIdFactory, type ContextId, type ModuleRef } from '@nestjs/core';
import type { ToolContext } from '../tool/tool-context.js';

/**
 * The injection contexts that calls of request-scoped tools run in: one for each inbound request,
 * the one that Nest has made for it if there is one.
 */
@Injectable()
export class RequestContexts {
  private readonly known = new WeakMap<object, ContextId>();

  /**
   * @param request the inbound request, or what stands in for it
   * @param isDurable whether all that the tool is made of may outlive the request
   */
  contextOf(request: object, isDurable: boolean, moduleRef: ModuleRef): ContextId {
    const known = this.known.get(request);
    if (known !== undefined) return known;
    const contextId = ContextIdFactory.getByRequest(request as Record<string, unknown>);
    if (isAttached(request, contextId)) return contextId; // Nest has set REQUEST, too
    if (isDurable && contextId.getParent !== undefined) {
      // It is handed to later requests of the same tenant: those must not see this request.
      moduleRef.registerRequestByContextId(contextId.payload, contextId);
      return contextId;
    }
    moduleRef.registerRequestByContextId(request, contextId);
    this.known.set(request, contextId);
    return contextId;
  }
}

/** The inbound request of a call; without one, the context of the tool stands in for it. */
export function requestOf(context: ToolContext): object {
  const { request } = context;
  return typeof request === 'object' && request !== null ? request : context;
}

/** Nest keeps the context on the request under a symbol of its own; where it does, it answers the same one again. */
function isAttached(request: object, contextId: ContextId): boolean {
  return ContextIdFactory.getByRequest(request as Record<string, unknown>) === contextId;
}
