import type { ApplicationConfig, ExternalContextCreator } from '@nestjs/core';
import type { ProviderWrapper } from '../discovery/tool-provider.js';
import { ToolConfigurationError } from '../tool/tool-configuration.error.js';
import type { EnhancerKind } from './enhancer-kind.js';

/** The enhancers of the whole application: instances, then providers that are made for each request. */
export interface GlobalEnhancers {
  readonly instances: readonly object[];
  readonly perRequest: readonly ProviderWrapper[];
}

/**
 * What APP_GUARD and its like or `app.useGlobalGuards()` and its like have registered.
 *
 * Nest offers no public way to them, so that one which keeps them elsewhere must fail the boot: an
 * ignored guard is a hole.
 *
 * @throws ToolConfigurationError when they can't be found
 */
export function globalEnhancers(
  creator: ExternalContextCreator,
): Readonly<Record<EnhancerKind, GlobalEnhancers>> {
  const { container } = creator as unknown as {
    readonly container?: { readonly applicationConfig?: ApplicationConfig };
  };
  const config = container?.applicationConfig;
  if (typeof config?.getGlobalGuards !== 'function' || typeof config.getGlobalRequestGuards !== 'function') {
    throw new ToolConfigurationError(
      'ToolExecutorModule.forRoot(): `globalEnhancers` can not be had with this version of @nestjs/core; name the enhancers on the tools.',
    );
  }
  return {
    guards: { instances: config.getGlobalGuards(), perRequest: config.getGlobalRequestGuards() },
    interceptors: {
      instances: config.getGlobalInterceptors(),
      perRequest: config.getGlobalRequestInterceptors(),
    },
    filters: { instances: config.getGlobalFilters(), perRequest: config.getGlobalRequestFilters() },
  };
}
