/**
 * One thing that is wrong with the arguments of a call.
 *
 * @publicApi
 */
export interface ToolIssue {
  /** Where: `address.city`, `tags[2]`, or `''` for the arguments as a whole. */
  readonly path: string;
  /** Which rule: `required`, `type`, `unknown_key`, or a constraint by its class-validator name, such as `isInt`. */
  readonly rule: string;
  /** What was expected, in words: `an integer`, `one of "a", "b"`. */
  readonly expected: string;
  /** What came instead, shortened; left out for fields marked `@Sensitive()`. */
  readonly received?: string;
  /** The nearest valid key or value. */
  readonly suggestion?: string;
}
