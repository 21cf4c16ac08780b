import type { ToolIssue } from './tool-issue.js';
import type { JsonObject } from './tool-result.js';

/** The arguments hold. @publicApi */
export interface ValidArguments {
  readonly valid: true;
  /** Plain JSON after coercion and before `@Transform`: what is recorded, digested and sent elsewhere. */
  readonly canonical: JsonObject;
  /** Paths that were converted from text to their declared type. */
  readonly coerced: readonly string[];
  /** Unknown arguments that were dropped. */
  readonly stripped: readonly string[];
}

/** The arguments don't hold; all that is wrong with them, bounded in number and length. @publicApi */
export interface InvalidArguments {
  readonly valid: false;
  /** One text that tells a model what to correct. */
  readonly error: string;
  readonly issues: readonly ToolIssue[];
}

/** The check of one tool, made at boot. @publicApi */
export interface CompiledParameters {
  /** JSON Schema 2020-12; `{ type: 'object', … }`. */
  readonly schema: JsonObject;
  /** Paths of `@Sensitive()` fields: `password`, `cards[].number`. */
  readonly sensitivePaths: readonly string[];
  /** What the boot wants said about the class, such as a decorator that the schema cannot show. */
  readonly warnings: readonly string[];
  /**
   * `input` is plain JSON that the intake gate has let through. It is not changed.
   * Synchronous unless a constraint is asynchronous. May throw or reject when a constraint does.
   */
  validate(input: JsonObject): ValidArguments | InvalidArguments | Promise<ValidArguments | InvalidArguments>;
  /** A fresh instance of the class, from canonical arguments. Shares nothing with them. */
  instantiate(canonical: JsonObject): object;
}
