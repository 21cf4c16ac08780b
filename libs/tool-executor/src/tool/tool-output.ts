import type { ToolContent } from './tool-content.js';

const BRAND = Symbol.for('nestjs-tool-executor.ToolOutput');

/** A content block as a tool gives it. @publicApi */
export interface ToolContentInit extends Omit<ToolContent, 'mimeType' | 'data' | 'bytes'> {
  /** @default `text/plain` for a text, `application/octet-stream` for a resource; others must have one */
  readonly mimeType?: string;
  /** Base64, or the bytes. */
  readonly data?: string | Uint8Array;
}

/** @publicApi */
export interface ToolOutputInit {
  /** For doors and formats that can show it: at most 32 blocks and 8 MiB; all text within the tool's `maxOutputChars`. */
  readonly content?: readonly ToolContentInit[];
  /** For the application and not for the model: at most 65,536 characters of JSON. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/**
 * An output with what goes along with it. Made by {@link toolOutput}.
 *
 * @publicApi
 */
export class ToolOutput {
  readonly value: unknown;
  readonly content: readonly ToolContentInit[] | undefined;
  readonly attributes: Readonly<Record<string, unknown>> | undefined;

  /** @internal */
  constructor(value: unknown, init: ToolOutputInit) {
    this.value = value;
    this.content = init.content;
    this.attributes = init.attributes;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Also true for an output of another copy of this package. */
  static isInstance(value: unknown): value is ToolOutput {
    try {
      return typeof value === 'object' && value !== null && (value as { [BRAND]?: unknown })[BRAND] === true;
    } catch {
      return false;
    }
  }
}

/**
 * What a tool returns to give more than a value: content blocks become `metadata.content`, attributes
 * `metadata.attributes`.
 *
 * ```ts
 * return toolOutput('the chart of May', { content: [{ type: 'image', mimeType: 'image/png', data: png }] });
 * ```
 *
 * Counts as that only where it is the whole of what the tool returns. Content or attributes that can't
 * be meant make the call fail with `invalid_output`, naming the place.
 *
 * @param value as without it: any settled value, or a ProcessOutput
 * @publicApi
 */
export function toolOutput(value: unknown, init: ToolOutputInit = {}): ToolOutput {
  return new ToolOutput(value, init);
}
