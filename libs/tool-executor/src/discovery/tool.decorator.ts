import 'reflect-metadata';
import type { ToolOptions } from '../tool/tool-options.js';

/** Metadata of a class that is a tool itself. */
export const TOOL_CLASS_METADATA = 'nestjs-tool-executor:tool';
/** Metadata of a class whose methods are tools: a Map from method name to options. */
export const TOOL_METHODS_METADATA = 'nestjs-tool-executor:tool-methods';

/**
 * Marks a provider class, or a method of any provider, as a tool.
 *
 * On a class, the class implements {@link ToolHandler}. On a method, the arguments come first and
 * the {@link ToolContext} second; their class is the type of the first parameter, unless
 * `parameters` names it.
 *
 * The decorator writes metadata and does nothing else. Subclasses inherit it, also for methods
 * that they override.
 *
 * @throws TypeError on a static method or a property.
 * @publicApi
 */
export function Tool(options: ToolOptions): ClassDecorator & MethodDecorator {
  return (target: object, method?: string | symbol, descriptor?: PropertyDescriptor) => {
    if (method === undefined) {
      Reflect.defineMetadata(TOOL_CLASS_METADATA, options, target);
      return;
    }
    if (typeof target === 'function' || descriptor === undefined || typeof descriptor.value !== 'function') {
      const owner = typeof target === 'function' ? target.name : target.constructor.name;
      throw new TypeError(
        `@Tool() on ${owner}.${String(method)}: only classes and instance methods can be tools.`,
      );
    }
    // The options are kept by name on the class, not on the function: another decorator may replace the function.
    const methods: Map<string | symbol, ToolOptions> =
      Reflect.getOwnMetadata(TOOL_METHODS_METADATA, target.constructor) ?? new Map();
    methods.set(method, options);
    Reflect.defineMetadata(TOOL_METHODS_METADATA, methods, target.constructor);
  };
}
