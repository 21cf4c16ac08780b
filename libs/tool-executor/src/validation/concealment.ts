/**
 * What a validation error must not quote, beyond `@Sensitive()` fields: those that are named like a
 * secret, and values that are known to be secret. Asked only when there is an error.
 */
export interface Concealment {
  /** Whether a field of that name holds a secret. */
  isSecretName(name: string): boolean;
  /** The text with its secrets masked. */
  text(text: string): string;
}
