import { Controller, UseGuards, type CanActivate, type Type } from '@nestjs/common';

/**
 * A controller of its own with the routes of `routes`, at a path and behind guards that are known
 * only when the application imports the module. Two doors in one application don't share one.
 */
export function mountController(
  routes: Type<object>,
  path: readonly string[],
  guards: readonly (Type<CanActivate> | CanActivate)[],
): Type<object> {
  const Mounted = class extends routes {};
  // The name that logs and OpenAPI operation ids show.
  Object.defineProperty(Mounted, 'name', { value: routes.name });
  Controller(
    path
      .flatMap((part) => part.split('/'))
      .filter((part) => part !== '')
      .join('/'),
  )(Mounted);
  if (guards.length > 0) UseGuards(...guards)(Mounted);
  return Mounted;
}
