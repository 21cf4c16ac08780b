import type { JsonValue } from '../tool/tool-result.js';
import { MASK } from './mask.js';
import { sensitiveMember, type SensitiveNode } from './sensitive-paths.js';

/** Thrown for what isn't plain JSON: the value is made JSON-safe first, then. */
export const NOT_PLAIN = Symbol('not plain JSON');

const MAX_DEPTH = 200;
const MAX_NODES = 100_000;

/** How keys and texts are judged. */
export interface MaskingRules {
  isSecretName(name: string): boolean;
  text(text: string): string;
  key(key: string): string;
}

/** One fresh copy of plain JSON, masked as it is made. */
export class MaskedCopy {
  #nodesLeft = MAX_NODES;

  constructor(private readonly rules: MaskingRules) {}

  /** @throws {@link NOT_PLAIN}, or what reading the value throws */
  of(value: unknown, sensitive: SensitiveNode | undefined, depth = 0): JsonValue {
    if (sensitive?.isMasked === true) return MASK;
    switch (typeof value) {
      case 'string':
        // Text where an object with a sensitive field belongs may be that object as JSON.
        return sensitive === undefined || sensitive.members.size === 0 || depth === 0
          ? this.rules.text(value)
          : MASK;
      case 'number':
        if (!Number.isFinite(value)) throw NOT_PLAIN;
        return value;
      case 'boolean':
        return value;
      case 'object':
        if (value === null) return value;
        break;
      default:
        throw NOT_PLAIN;
    }
    if (depth >= MAX_DEPTH || this.#nodesLeft-- <= 0) throw NOT_PLAIN;
    if (Array.isArray(value)) return this.#items(value, sensitive, depth);
    return this.#members(value, sensitive, depth);
  }

  #items(items: readonly unknown[], sensitive: SensitiveNode | undefined, depth: number): JsonValue {
    if (items.length > this.#nodesLeft) throw NOT_PLAIN;
    const copy: JsonValue[] = [];
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      const option = index > 0 && typeof item === 'string' ? items[index - 1] : undefined;
      // The arguments of a program: `['--token', 'S3C']`.
      const isOptionValue =
        typeof option === 'string' && option.startsWith('-') && this.rules.isSecretName(option);
      copy.push(isOptionValue ? MASK : this.of(item, sensitive, depth + 1));
    }
    return copy;
  }

  #members(source: object, sensitive: SensitiveNode | undefined, depth: number): JsonValue {
    const prototype: unknown = Object.getPrototypeOf(source);
    if (prototype !== Object.prototype && prototype !== null) throw NOT_PLAIN;
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(source)) {
      const item = (source as Record<string, unknown>)[key];
      if (item === undefined) continue;
      if (key === '__proto__' || typeof item === 'function') throw NOT_PLAIN;
      copy[this.rules.key(key)] = this.rules.isSecretName(key)
        ? MASK
        : this.of(item, sensitiveMember(sensitive, key), depth + 1);
    }
    return copy;
  }
}
