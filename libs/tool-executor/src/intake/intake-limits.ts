/**
 * How large the arguments of a call may be. What is larger is refused before any library sees it.
 *
 * @publicApi
 */
export interface IntakeLimits {
  /** UTF-8 bytes of the JSON text. @default 262144 (256 KiB) */
  readonly maxBytes: number;
  /** Objects and arrays inside one another, the root included. Never more than 1,000. @default 32 */
  readonly maxDepth: number;
  /** Keys of one object. @default 1000 */
  readonly maxKeys: number;
  /** Values in all, at every depth. @default 10000 */
  readonly maxNodes: number;
}

/** @publicApi */
export const DEFAULT_INTAKE_LIMITS: IntakeLimits = Object.freeze({
  maxBytes: 256 * 1024,
  maxDepth: 32,
  maxKeys: 1_000,
  maxNodes: 10_000,
});

/** The gate walks by recursion, so this holds whatever an application configures. */
export const MAX_DEPTH_OF_ALL = 1_000;
