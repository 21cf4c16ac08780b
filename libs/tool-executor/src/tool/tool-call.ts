/**
 * One request by a model to run a tool.
 *
 * @publicApi
 */
export interface ToolCall {
  /**
   * The provider's identity of the call. It is echoed as `metadata.toolCallId`, may repeat
   * (some models use the tool's name), and is never used as a key.
   */
  readonly id?: string;
  /** The tool's exact name. Names are compared as they are: no trimming, no case folding. */
  readonly name: string;
  /** An object, or its JSON text. Absent, `null` and blank text all mean `{}`. */
  readonly arguments?: unknown;
}
