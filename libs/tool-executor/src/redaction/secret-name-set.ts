import { isSecretName } from './secret-names.js';

const MAX_REMEMBERED = 2_000;

/** The well-known secret names and those of the application. Remembers its answers: the same keys come with each call. */
export class SecretNameSet {
  readonly #own: ReadonlySet<string>;
  readonly #answers = new Map<string, boolean>();

  constructor(names: readonly string[] = []) {
    this.#own = new Set(names.map(normalized));
  }

  has(name: string): boolean {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const isSecret =
      isSecretName(name) || (this.#own.size > 0 && name.length <= 200 && this.#own.has(normalized(name)));
    // Names come from models too: the memory stays bounded.
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear();
    if (name.length <= 64) this.#answers.set(name, isSecret);
    return isSecret;
  }
}

function normalized(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}
