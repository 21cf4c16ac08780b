import type { Type } from '@nestjs/common';
import { ContextIdFactory, ModuleRef, type DiscoveryService } from '@nestjs/core';
import { TOOL_FEATURE, type ToolFeature } from './tool-feature.js';

/** Nest's view of one provider. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/**
 * The class that a provider's instances have, also where a factory or a value made them.
 * `undefined` where boot can't know: a request-scoped factory under a token that is no class.
 */
export function classOfProvider(wrapper: ProviderWrapper): Type<unknown> | undefined {
  if (wrapper.isAlias) return undefined; // `useExisting`: the provider it points to is looked at itself
  const madeByClass = !wrapper.inject && !wrapper.isNotMetatype;
  if (madeByClass) return isClass(wrapper.metatype) ? wrapper.metatype : undefined;
  if (hasFixedInstance(wrapper)) {
    const instance: unknown = wrapper.instance;
    if (typeof instance !== 'object' || instance === null) return undefined;
    try {
      const type: unknown = instance.constructor;
      return isClass(type) ? type : undefined;
    } catch {
      return undefined; // a value that can't be looked at, such as a strict proxy, is nobody's tool
    }
  }
  return isClass(wrapper.token) ? wrapper.token : undefined;
}

/** Whether there is one instance for the life of the application. */
export function hasFixedInstance(wrapper: ProviderWrapper): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

/** The toolset of the `forFeature()` module that the provider comes from. */
export function toolsetOf(wrapper: ProviderWrapper): string | undefined {
  const feature = wrapper.host?.providers.get(TOOL_FEATURE)?.instance as ToolFeature | undefined;
  return feature?.toolset;
}

/**
 * Makes the instance that one call gets of a request-scoped, durable or transient provider. Providers
 * of the same request are shared with the rest of that request.
 */
export function resolvePerCall(wrapper: ProviderWrapper): (request: unknown) => Promise<unknown> {
  const moduleRef = wrapper.host?.providers.get(ModuleRef)?.instance as ModuleRef | undefined;
  if (moduleRef === undefined) throw new Error(`${String(wrapper.name)} belongs to no module.`);
  return async (request) => {
    const contextId = ContextIdFactory.getByRequest(request as Record<string, unknown>);
    moduleRef.registerRequestByContextId(contextId.payload ?? request, contextId);
    return moduleRef.resolve(wrapper.token, contextId);
  };
}

function isClass(value: unknown): value is Type<unknown> {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}
