import type { JsonObject, ToolIsolation } from './tool-result.js';

/**
 * What running a tool twice does: `pure` reads only, `idempotent` has the effect once however
 * often it runs, `unsafe` has it every time.
 *
 * @publicApi
 */
export type ToolEffects = 'pure' | 'idempotent' | 'unsafe';

/**
 * What a tool declares about itself. Guards, clients, runner and journal read it.
 *
 * @publicApi
 */
export interface ToolTraits {
  /** The tool changes nothing. @default false */
  readonly readOnly: boolean;
  /** The tool may delete or overwrite. @default `!readOnly` */
  readonly destructive: boolean;
  /** A second identical call changes nothing more. @default `readOnly` */
  readonly idempotent: boolean;
  /** The tool reaches beyond the application, such as the internet. @default false */
  readonly openWorld: boolean;
  /** Scopes that the principal must have, all of them. @default none */
  readonly scopes: readonly string[];
  /** Roles of which the principal must have one. @default none */
  readonly roles: readonly string[];
  /** `public` needs no permission check beyond scopes and roles. @default 'guarded' */
  readonly permission: 'guarded' | 'public';
  /** Where the tool runs. @default 'none': on the event loop of the application */
  readonly isolation: ToolIsolation;
  /** Milliseconds from the start of the tool. @default the module's `timeoutMs` */
  readonly timeoutMs: number;
  readonly tags: readonly string[];
  readonly effects: ToolEffects;
  /** A hint for loops: the output is the answer itself, so the model needn't see it. @default false */
  readonly returnDirect: boolean;
  /**
   * Settings for model providers by their name, such as `{ openai: { strict: true } }`. Handed through
   * and not interpreted; they say nothing about what a call does, so no approval is bound to them.
   */
  readonly providerOptions?: JsonObject;
}
