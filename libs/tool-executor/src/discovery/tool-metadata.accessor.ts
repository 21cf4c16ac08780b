import { Injectable, type Type } from '@nestjs/common';
import type { ToolOptions } from '../tool/tool-options.js';
import { TOOL_CLASS_METADATA, TOOL_METHODS_METADATA } from './tool.decorator.js';

/** A class or method that is marked as a tool. */
export interface DeclaredTool {
  /** The method that runs: `execute` for classes. */
  readonly method: string | symbol;
  readonly options: ToolOptions;
  readonly on: 'class' | 'method';
  /** The type of the method's first parameter, where the compiler left one. */
  readonly firstParameter: unknown;
}

/** Nest's own enhancers, by the metadata that their decorators write. */
const ENHANCERS = [
  ['__guards__', '@UseGuards()'],
  ['__interceptors__', '@UseInterceptors()'],
  ['__pipes__', '@UsePipes()'],
  ['__exceptionFilters__', '@UseFilters()'],
] as const;

/** The only reader of what `@Tool()` wrote. */
@Injectable()
export class ToolMetadataAccessor {
  /** The tools of a class, inherited ones included. */
  declaredTools(type: Type<unknown>): DeclaredTool[] {
    const declared: DeclaredTool[] = [];
    const options: ToolOptions | undefined = Reflect.getMetadata(TOOL_CLASS_METADATA, type);
    if (options !== undefined) {
      declared.push({
        method: 'execute',
        options,
        on: 'class',
        firstParameter: firstParameterOf(type, 'execute'),
      });
    }
    for (const [method, methodOptions] of this.declaredMethods(type)) {
      declared.push({
        method,
        options: methodOptions,
        on: 'method',
        firstParameter: firstParameterOf(type, method),
      });
    }
    return declared;
  }

  /** Nest enhancers that somebody put on the tool and that would not run. */
  ignoredEnhancers(type: Type<unknown>, method: string | symbol): string[] {
    // A subclass that overrides a method inherits its @Tool(), so what guarded the method counts as well.
    const targets: object[] = [type];
    for (let owner: unknown = type.prototype; isObject(owner); owner = Object.getPrototypeOf(owner)) {
      const handler: unknown = Object.getOwnPropertyDescriptor(owner, method)?.value;
      if (typeof handler === 'function') targets.push(handler);
    }
    return ENHANCERS.filter(([key]) => targets.some((target) => Reflect.hasMetadata(key, target))).map(
      ([, decorator]) => decorator,
    );
  }

  private declaredMethods(type: Type<unknown>): Map<string | symbol, ToolOptions> {
    const methods = new Map<string | symbol, ToolOptions>();
    for (let owner: unknown = type; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
      const own: Map<string | symbol, ToolOptions> | undefined = Reflect.getOwnMetadata(
        TOOL_METHODS_METADATA,
        owner,
      );
      for (const [method, options] of own ?? []) {
        // The subclass is read first, so what it declares anew wins.
        if (!methods.has(method)) methods.set(method, options);
      }
    }
    return methods;
  }
}

/** The compiler leaves the types of a method's parameters only where the method has a decorator. */
function firstParameterOf(type: Type<unknown>, method: string | symbol): unknown {
  const types: unknown[] | undefined = Reflect.getMetadata('design:paramtypes', type.prototype, method);
  return types?.[0];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
