import type { Type } from '@nestjs/common';
import { ModuleRef, type DiscoveryService } from '@nestjs/core';
import { DefinedTool } from '../tool/defined-tool.js';
import type { RequestContexts } from './request-contexts.js';
import { TOOL_FEATURE, type ToolFeature } from './tool-feature.js';

/** Nest's view of one provider. */
export type ProviderWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/**
 * The classes that may say that a provider is a tool: that of its instances, also where a factory
 * or a value made them, then the one that is its token, for which something else may stand in.
 * None for a request-scoped factory under a token that is no class: boot can't know.
 */
export function classesOfProvider(wrapper: ProviderWrapper): Type<unknown>[] {
  if (wrapper.isAlias) return []; // `useExisting`: the provider it points to is looked at itself
  if (isMadeByClass(wrapper)) return [wrapper.metatype, wrapper.token].filter(isClass);
  if (!hasFixedInstance(wrapper)) return [wrapper.token].filter(isClass);
  const instance: unknown = wrapper.instance;
  if (typeof instance !== 'object' || instance === null) return [];
  return [instance.constructor, wrapper.token].filter(isClass);
}

/** What `defineTool()` has made, where that is what is provided. */
export function definedToolOf(wrapper: ProviderWrapper): DefinedTool | undefined {
  if (wrapper.isAlias || isMadeByClass(wrapper) || !hasFixedInstance(wrapper)) return undefined;
  const instance: unknown = wrapper.instance;
  return DefinedTool.isInstance(instance) ? instance : undefined;
}

/** Whether Nest calls a constructor, rather than a factory, or takes a value. */
export function isMadeByClass(wrapper: ProviderWrapper): boolean {
  return !wrapper.isNotMetatype;
}

/** Whether there is one instance for the life of the application. */
export function hasFixedInstance(wrapper: ProviderWrapper): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

/**
 * Whether it belongs to a lazy module that Nest is still loading: its instance is a placeholder then,
 * and what it depends on isn't known.
 */
export function isBeingMade(wrapper: ProviderWrapper): boolean {
  return isMadeByClass(wrapper) && hasFixedInstance(wrapper) && wrapper.initTime === undefined;
}

/** The toolset of the module that the provider comes from. */
export function toolsetOf(wrapper: ProviderWrapper): string | undefined {
  const feature = wrapper.host?.providers.get(TOOL_FEATURE)?.instance as ToolFeature | undefined;
  return feature?.toolset;
}

/**
 * Makes the instance that one call gets of a request-scoped, durable or transient provider. Providers
 * of the same request are shared with the rest of that request.
 *
 * A transient provider is made anew for each call, unless it depends on something request-scoped:
 * then it is made once for each request.
 */
export function resolvePerCall(
  wrapper: ProviderWrapper,
  contexts: RequestContexts,
): (request: object) => Promise<unknown> {
  const moduleRef = wrapper.host?.providers.get(ModuleRef)?.instance as ModuleRef | undefined;
  if (moduleRef === undefined) throw new Error(`${String(wrapper.name)} belongs to no module.`);
  if (wrapper.isDependencyTreeStatic()) return () => moduleRef.resolve(wrapper.token);
  const isDurable = !wrapper.isTransient && wrapper.isDependencyTreeDurable();
  return (request) => moduleRef.resolve(wrapper.token, contexts.contextOf(request, isDurable, moduleRef));
}

function isClass(value: unknown): value is Type<unknown> {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
}
