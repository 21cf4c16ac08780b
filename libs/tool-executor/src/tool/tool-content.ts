/**
 * A part of an output that is more than JSON: a text, an image, a sound, a resource. Doors and
 * formats that can show it do; the output itself stays what a model reads.
 *
 * Has `text` or `data` or `uri`; a resource may have `uri` beside one of the others.
 *
 * @publicApi
 */
export interface ToolContent {
  readonly type: 'text' | 'image' | 'audio' | 'resource';
  /** Such as `image/png`. */
  readonly mimeType: string;
  /** Base64. Never in a record, and so not in a replayed result: `bytes` is there instead. */
  readonly data?: string;
  readonly text?: string;
  readonly uri?: string;
  /** For people, such as a file name. */
  readonly name?: string;
  /** How much `data` there was, where it was left out. */
  readonly bytes?: number;
}
