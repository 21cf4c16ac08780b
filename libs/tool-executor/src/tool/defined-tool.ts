import type { Type, ValueProvider } from '@nestjs/common';
import { ToolConfigurationError } from './tool-configuration.error.js';
import type { NoArguments } from './no-arguments.js';
import type { ToolContext } from './tool-context.js';
import type { ToolOptions } from './tool-options.js';

const BRAND = Symbol.for('nestjs-tool-executor.DefinedTool');

/** What {@link defineTool} takes: the options of `@Tool()`, and what runs. @publicApi */
export interface DefineToolOptions<Args extends object = NoArguments> extends Omit<
  ToolOptions,
  'name' | 'parameters'
> {
  /** The name that a model calls. Must match `^[A-Za-z][A-Za-z0-9_-]{0,63}$`. */
  readonly name: string;
  /** The class of the arguments, with class-validator decorators. @default a tool without arguments */
  readonly parameters?: Type<Args>;
  /** Any value or throw becomes a ToolResult. Called without `this`. */
  readonly execute: (args: Args, context: ToolContext) => unknown;
}

/**
 * A tool without a class. Made by {@link defineTool}; it is a Nest provider of itself, under a token
 * of its own.
 *
 * @publicApi
 */
export class DefinedTool implements ValueProvider<DefinedTool> {
  static {
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  readonly name: string;
  /** What Nest knows it by. Another `defineTool()` of the same name has another one. */
  readonly provide: symbol;
  declare readonly useValue: DefinedTool;
  /** @internal */
  readonly options: ToolOptions & { readonly name: string };
  /** @internal */
  readonly execute: (args: object, context: ToolContext) => unknown;

  /** @internal */
  constructor({ execute, ...options }: DefineToolOptions<never>) {
    this.name = options.name;
    this.provide = Symbol(`nestjs-tool-executor.tool:${String(options.name)}`);
    this.options = Object.freeze(options);
    this.execute = execute as DefinedTool['execute'];
    // Nest asks for an own property; one that can be enumerated would be a cycle for what prints providers.
    Object.defineProperty(this, 'useValue', { value: this });
    Object.freeze(this);
  }

  /** Also for those of another copy of this package. Safe for anything. */
  static isInstance(value: unknown): value is DefinedTool {
    try {
      return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}

/**
 * A tool without a class. List it in the `providers` of a module or in `forFeature()`, return it
 * from a factory that injects what it needs, add it to the ToolRegistry, or give it from a
 * ToolSource. It is compiled, checked and gated like any other.
 *
 * ```ts
 * defineTool({
 *   name: 'refund',
 *   description: 'Pays money back',
 *   parameters: RefundArgs,
 *   execute: ({ number, cents }, { principal }) => payments.refund(number, cents, principal),
 * });
 * ```
 *
 * What is wrong with name, description, parameters or traits is said where it is compiled: at boot,
 * by `ToolRegistry.add()`, or in the log for a ToolSource.
 *
 * @throws ToolConfigurationError without an `execute` function
 * @publicApi
 */
export function defineTool<Args extends object = NoArguments>(options: DefineToolOptions<Args>): DefinedTool {
  if (typeof options?.execute !== 'function') {
    throw new ToolConfigurationError('defineTool() needs a function `execute`: it is what runs.');
  }
  return new DefinedTool(options as unknown as DefineToolOptions<never>);
}
