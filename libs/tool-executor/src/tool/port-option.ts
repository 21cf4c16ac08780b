import type { Type } from '@nestjs/common';

/**
 * A port's implementation: an instance, or a class. The class of a guard, mapper, tracer or listener that
 * is a provider somewhere in the application is taken from there, with its own dependencies; any other
 * is created by the module. Journal and approval store are needed earlier: their classes are always
 * created, with what `forRootAsync({ imports })` brings in, or given as instances by `useFactory`.
 *
 * @publicApi
 */
export type PortOption<Port> = Type<Port> | Port;
