import { Controller, UseGuards, type CanActivate, type ControllerOptions, type Type } from '@nestjs/common';
import type { ToolExecutorRestExtras } from './tool-executor-rest.options.js';

/** As `@Controller()` takes it. */
type VersionValue = NonNullable<ControllerOptions['version']>;

/** Where routes are and what stands before them. */
export interface Mounting {
  readonly path: readonly string[];
  readonly version: ToolExecutorRestExtras['version'];
  readonly guards: readonly (Type<CanActivate> | CanActivate)[];
}

/**
 * A controller of its own with the routes of `routes`, at a path and behind guards that are known
 * only when the application imports the module. Two doors in one application don't share one.
 */
export function mountController(routes: Type<object>, { path, version, guards }: Mounting): Type<object> {
  const Mounted = class extends routes {};
  // The name that logs and OpenAPI operation ids show.
  Object.defineProperty(Mounted, 'name', { value: routes.name });
  Controller({
    path: path
      .flatMap((part) => part.split('/'))
      .filter((part) => part !== '')
      .join('/'),
    ...(version === undefined ? {} : { version: version as VersionValue }),
  })(Mounted);
  if (guards.length > 0) UseGuards(...guards)(Mounted);
  return Mounted;
}
