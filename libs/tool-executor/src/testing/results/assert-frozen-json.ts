import { showValue } from './show-value.js';

/**
 * @param path where the value is, for the message
 * @throws Error unless the value is plain JSON, well-formed and frozen all the way down
 */
export function assertFrozenJson(value: unknown, path: string): void {
  new FrozenJsonCheck().check(value, path);
}

class FrozenJsonCheck {
  private readonly ancestors = new Set<object>();

  check(value: unknown, path: string): void {
    switch (typeof value) {
      case 'string':
        if (!value.isWellFormed()) fail(path, 'has a lone surrogate');
        return;
      case 'number':
        if (!Number.isFinite(value)) fail(path, `is ${value}, which JSON cannot hold`);
        if (Object.is(value, -0)) fail(path, 'is -0, which JSON turns into 0');
        return;
      case 'boolean':
        return;
      case 'object':
        if (value !== null) this.checkObject(value, path);
        return;
      default:
        fail(path, `is ${showValue(value)}, which JSON cannot hold`);
    }
  }

  private checkObject(value: object, path: string): void {
    if (this.ancestors.has(value)) fail(path, 'is a cycle');
    if (!Object.isFrozen(value)) fail(path, 'is not frozen');
    if (Array.isArray(value)) requireDense(value, path);
    else requirePlain(value, path);
    this.ancestors.add(value);
    for (const key of Reflect.ownKeys(value)) {
      if (Array.isArray(value) && key === 'length') continue;
      const place = `${path}[${showValue(key)}]`;
      if (typeof key === 'symbol') fail(place, 'has a symbol as its key');
      if (!key.isWellFormed()) fail(place, 'has a lone surrogate in its key');
      const property = Object.getOwnPropertyDescriptor(value, key)!;
      if (!('value' in property)) fail(place, 'is a getter');
      if (property.enumerable !== true) fail(place, 'is not enumerable');
      this.check(property.value, place);
    }
    this.ancestors.delete(value);
  }
}

function requireDense(value: readonly unknown[], path: string): void {
  if (prototypesOf(value) !== 2) fail(path, 'is not a plain array');
  if (Object.keys(value).length !== value.length) fail(path, 'is an array with holes or extra keys');
}

function requirePlain(value: object, path: string): void {
  if (prototypesOf(value) > 1) fail(path, 'is an instance of a class');
  if (Object.hasOwn(value, '__proto__')) fail(path, 'has a key "__proto__"');
}

/** Counted, not compared: test runners have an Object and an Array of their own. */
function prototypesOf(value: object): number {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null ? 0 : 1 + prototypesOf(prototype);
}

function fail(path: string, what: string): never {
  throw new Error(`${path} ${what}`);
}
