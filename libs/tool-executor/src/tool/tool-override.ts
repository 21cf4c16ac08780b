import type { ToolTraits } from './tool-traits.js';

/**
 * What an operator changes about one tool, by its name, in `forRoot({ overrides })`. Only tighter,
 * unless `allowLoosen`.
 *
 * @publicApi
 */
export interface ToolOverride {
  /** `false`: the tool is `unknown_tool` for everybody, and nothing else gets its name. @default true */
  readonly enabled?: boolean;
  /** Milliseconds from the start of the tool. */
  readonly timeoutMs?: number;
  /** `guarded`: the permission guards are asked, also where the tool says `public`. */
  readonly permission?: ToolTraits['permission'];
  /** Characters of output that a model gets. */
  readonly maxOutputChars?: number;
}

/** Overrides by the name of the tool. @publicApi */
export type ToolOverrides = Readonly<Record<string, ToolOverride>>;
