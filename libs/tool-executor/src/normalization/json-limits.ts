/** How much of a value {@link toJsonValue} copies; the rest is replaced by a marker and noted. */
export interface JsonLimits {
  /** Levels of objects and arrays. @default 200: what recursive code behind us, such as JSON.stringify, stands */
  readonly maxDepth?: number;
  /** Values in all, counting each object, array, entry and item. @default 100,000 */
  readonly maxNodes?: number;
  /** UTF-16 units of all texts and keys within objects and arrays. @default 32 Mi */
  readonly maxChars?: number;
  /** Bytes of one Buffer, typed array or ArrayBuffer. @default 8 MiB */
  readonly maxBytes?: number;
}

export const DEFAULT_JSON_LIMITS: Required<JsonLimits> = {
  maxDepth: 200,
  maxNodes: 100_000,
  maxChars: 32 * 1024 * 1024,
  maxBytes: 8 * 1024 * 1024,
};
