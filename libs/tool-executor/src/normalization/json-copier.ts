import { types } from 'node:util';
import type { JsonValue } from '../tool/tool-result.js';
import { escapeControls } from '../text/escape-controls.js';
import { wellFormed } from '../text/well-formed.js';
import { formOf } from './json-forms.js';
import type { JsonLimits } from './json-limits.js';

const MAX_NOTES = 20;
const MAX_NOTE_PATH_CHARS = 120;

/** What an object leaves out and an array holds as `null`. */
const LEFT_OUT = Symbol('left out');
type Copied = JsonValue | typeof LEFT_OUT;

/** One run of `toJsonValue`: its path, its budget and its notes. */
export class JsonCopier {
  notes: string[] | undefined;
  readonly #ancestors: object[] = [];
  readonly #path: (string | number)[] = [];
  #nodesLeft: number;
  #charsLeft: number;

  constructor(private readonly limits: Required<JsonLimits>) {
    this.#nodesLeft = limits.maxNodes;
    this.#charsLeft = limits.maxChars;
  }

  copyRoot(value: unknown): JsonValue {
    try {
      const copy = this.#copy(value, '');
      if (copy !== LEFT_OUT) return copy;
      this.#note(`a ${typeof value} became null`);
      return null;
    } catch {
      // Such as a stack that was nearly full when we were called.
      return '[unreadable]';
    }
  }

  #copy(value: unknown, key: string | number): Copied {
    switch (typeof value) {
      case 'string':
        return this.#copyText(value, key);
      case 'number':
        if (Number.isFinite(value)) return value === 0 ? 0 : value;
        this.#note(`${value} became null`, key);
        return null;
      case 'boolean':
        return value;
      case 'bigint':
        return this.#copyText(value.toString(), key);
      case 'object':
        return value === null ? null : this.#copyObject(value, key);
      default:
        return LEFT_OUT;
    }
  }

  #copyText(text: string, key: string | number): string {
    this.#charsLeft -= text.length;
    if (this.#charsLeft >= 0 || this.#ancestors.length === 0) return wellFormed(text);
    this.#charsLeft = 0;
    this.#note(`text of ${text.length} characters left out`, key);
    return '[too much text]';
  }

  /** @param asksToJson `false` for what a form or a `toJSON` gave: as in JSON.stringify, it isn't asked again */
  #copyObject(value: object, key: string | number, asksToJson = true): Copied {
    if (this.#ancestors.includes(value)) return '[circular]';
    if (this.#ancestors.length >= this.limits.maxDepth) {
      this.#note('too deep', key);
      return '[too deep]';
    }
    this.#ancestors.push(value);
    this.#path.push(key);
    try {
      return this.#copyForm(value, key, asksToJson);
    } catch {
      return '[unreadable]';
    } finally {
      this.#ancestors.pop();
      this.#path.pop();
    }
  }

  #copyForm(value: object, key: string | number, asksToJson: boolean): Copied {
    const isArray = Array.isArray(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    // A proxy has none of the inner slots that the special forms are told by.
    const isPlain = isArray || prototype === Object.prototype || prototype === null || types.isProxy(value);
    if (!isPlain) {
      const form = formOf(value, this.limits.maxBytes);
      if (form !== undefined) {
        if (form.note !== undefined) this.#note(form.note);
        return this.#copyReplacement(form.value);
      }
    }
    if (asksToJson) {
      const toJson: unknown = (value as { toJSON?: unknown }).toJSON;
      if (typeof toJson === 'function') {
        const replacement: unknown = toJson.call(value, String(key));
        if (replacement !== value) return this.#copyReplacement(replacement);
      }
    }
    if (isArray) return this.#copyItems(value);
    if (!isPlain && types.isMap(value)) return this.#copyMap(value);
    if (!isPlain && types.isSet(value))
      return this.#copyItems(Array.from(Set.prototype.values.call(value) as Iterable<unknown>));
    return this.#copyEntries(Object.keys(value), value as Record<string, unknown>);
  }

  #copyReplacement(value: unknown): Copied {
    return typeof value === 'object' && value !== null
      ? this.#copyObject(value, '', false)
      : this.#copy(value, '');
  }

  #copyItems(items: readonly unknown[]): JsonValue {
    const copy: JsonValue[] = [];
    const length = items.length;
    for (let index = 0; index < length; index += 1) {
      if (!this.#takeNode()) {
        copy.push('[too many values]');
        break;
      }
      let item: Copied;
      try {
        item = this.#copy(items[index], index);
      } catch {
        item = '[unreadable]';
      }
      copy.push(item === LEFT_OUT ? null : item);
    }
    return copy;
  }

  #copyEntries(keys: readonly string[], source: Record<string, unknown>): JsonValue {
    const copy: Record<string, JsonValue> = {};
    for (const key of keys) {
      if (!this.#takeNode()) break;
      let item: Copied;
      try {
        item = this.#copy(source[key], key);
      } catch {
        item = '[unreadable]';
      }
      if (item !== LEFT_OUT) this.#set(copy, key, item);
    }
    return copy;
  }

  #copyMap(map: ReadonlyMap<unknown, unknown>): JsonValue {
    const entries = Array.from(Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>);
    if (!entries.every(([key]) => typeof key === 'string')) return this.#copyItems(entries);
    const copy: Record<string, JsonValue> = {};
    for (const [key, value] of entries as [string, unknown][]) {
      if (!this.#takeNode()) break;
      const item = this.#copy(value, key);
      if (item !== LEFT_OUT) this.#set(copy, key, item);
    }
    return copy;
  }

  #set(copy: Record<string, JsonValue>, key: string, item: JsonValue): void {
    if (key === '__proto__') {
      this.#note('left out', key);
      return;
    }
    this.#charsLeft -= key.length;
    copy[wellFormed(key)] = item;
  }

  #takeNode(): boolean {
    if (this.#nodesLeft > 0) {
      this.#nodesLeft -= 1;
      return true;
    }
    if (this.#nodesLeft === 0) {
      this.#nodesLeft = -1;
      this.#note(`cut after ${this.limits.maxNodes} values`);
    }
    return false;
  }

  #note(text: string, key: string | number = ''): void {
    this.notes ??= [];
    if (this.notes.length >= MAX_NOTES) return;
    let path = '';
    for (const part of [...this.#path, key]) {
      if (typeof part === 'number') path += `[${part}]`;
      else if (part !== '') path += path === '' ? part : `.${part}`;
      if (path.length > MAX_NOTE_PATH_CHARS) break;
    }
    this.notes.push(path === '' ? text : `${escapeControls(path, MAX_NOTE_PATH_CHARS)}: ${text}`);
  }
}
