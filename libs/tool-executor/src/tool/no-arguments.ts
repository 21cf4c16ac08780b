const BRAND = Symbol.for('nestjs-tool-executor.NoArguments');

/**
 * The arguments of a tool that takes none: `parameters: NoArguments`.
 *
 * @publicApi
 */
export class NoArguments {
  static {
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a class is {@link NoArguments} of any copy of this package; a subclass may have fields, and is not. */
export function isNoArguments(type: unknown): boolean {
  return typeof type === 'function' && Object.hasOwn(type, BRAND);
}
