import { Injectable, type Type } from '@nestjs/common';
import type { ToolOptions } from '../tool/tool-options.js';
import { TOOL_CLASS_METADATA, TOOL_METHODS_METADATA } from './tool.decorator.js';

/** A class or method that is marked as a tool, or a value of `defineTool()`. */
export interface DeclaredTool {
  /** The method that runs: `execute` for classes. */
  readonly method: string | symbol;
  readonly options: ToolOptions;
  readonly on: 'class' | 'method' | 'definition';
  /** The type of the method's first parameter, where the compiler left one. */
  readonly firstParameter: unknown;
}

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
