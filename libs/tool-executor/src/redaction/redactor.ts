import { toJsonValue } from '../normalization/to-json-value.js';
import { wellFormed } from '../text/well-formed.js';
import type { JsonValue } from '../tool/tool-result.js';
import { knownSecretsPattern } from './known-secrets.js';
import { MASK } from './mask.js';
import { MaskedCopy, type MaskingRules } from './masked-copy.js';
import { maskNamedSecrets } from './named-secrets.js';
import { SecretNameSet } from './secret-name-set.js';
import { maskSecretShapes } from './secret-shapes.js';
import { sensitiveTreeOf, type SensitiveNode } from './sensitive-paths.js';

/** @publicApi */
export interface RedactorOptions {
  /** Names of keys to mask beside the well-known ones. Case, `-`, `_` and `.` don't matter. */
  readonly keys?: readonly string[];
  /** Values to mask wherever they show up. Short ones mask ordinary text too. */
  readonly secrets?: readonly string[];
  /**
   * Variables whose values are masked where their name says that they are secret and they have 8
   * characters or more. Read once. @default process.env
   */
  readonly env?: NodeJS.ProcessEnv;
}

/** None of these: nothing in the text has the form of a secret. */
const HINT =
  /[=:@]|(?:^|[\s"'])-|-----|[rs]k[-_]|gh[a-z]_|hub_pat_|pat-|npm_|xox|AKIA|ASIA|AIza|eyJ|earer|EARER/;

/**
 * Masks secrets as `***` in what tracers, journals, logs and approvers see; never in what a tool
 * or its caller gets. Never throws, takes linear time, and changes nothing that it is given.
 *
 * A secret with an innocent name and no known form, such as a password within a sentence, stays:
 * mark its field with `@Sensitive()` or name its value in `secrets`.
 *
 * @publicApi
 */
export class Redactor implements MaskingRules {
  readonly #names: SecretNameSet;
  readonly #known: RegExp | undefined;

  constructor(options: RedactorOptions = {}) {
    this.#names = new SecretNameSet(options.keys);
    this.#known = knownSecretsPattern(options.secrets ?? [], options.env ?? process.env);
  }

  /**
   * Masks known secret values, headers, assignments, options of command lines, JSON within text,
   * passwords in URLs, and tokens by their shape. The rest of the text stays as it is.
   */
  text(text: string): string {
    try {
      const unknown = this.key(text);
      if (unknown.length < 4 || !HINT.test(unknown)) return unknown;
      return maskNamedSecrets(maskSecretShapes(unknown), (name) => this.#names.has(name));
    } catch {
      return MASK;
    }
  }

  /**
   * A fresh JSON-safe copy with its secrets masked: whatever is under a secret name or a sensitive
   * path, and what {@link text} masks in each text. Keys stay.
   *
   * @param sensitivePaths `password`, `cards[].number`; a constant list is parsed once
   */
  value(value: unknown, sensitivePaths?: readonly string[]): JsonValue {
    try {
      const sensitive =
        sensitivePaths === undefined || sensitivePaths.length === 0
          ? undefined
          : sensitiveTreeOf(sensitivePaths);
      return (
        this.#plainCopy(value, sensitive) ?? new MaskedCopy(this).of(toJsonValue(value).value, sensitive)
      );
    } catch {
      return MASK;
    }
  }

  /** Whether whatever stands under this name is masked. */
  isSecretName(name: string): boolean {
    return this.#names.has(name);
  }

  /** Masks known secret values only. */
  key(key: string): string {
    const text = wellFormed(key);
    return this.#known === undefined ? text : text.replace(this.#known, MASK);
  }

  /** `undefined` if the value isn't plain JSON. */
  #plainCopy(value: unknown, sensitive: SensitiveNode | undefined): JsonValue | undefined {
    try {
      return new MaskedCopy(this).of(value, sensitive);
    } catch {
      return undefined;
    }
  }
}
