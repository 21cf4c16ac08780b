import type { ExecutedCall } from './executed-call.js';
import type { ToolContent } from './tool-content.js';
import type { JsonObject, JsonValue } from './tool-result.js';

/** What goes along with an output, each where there is some. JSON and frozen. @publicApi */
export interface OutputCompanions {
  /** Of a `toolOutput()`. */
  readonly content?: readonly ToolContent[];
  /** Of a `toolOutput()`. */
  readonly attributes?: JsonObject;
  /** Of a process that succeeded. */
  readonly stderr?: string;
}

/** @publicApi */
export type ToolOutputVerdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'replace'; readonly value: unknown; readonly companions?: OutputCompanions }
  | { readonly verdict: 'block'; readonly reason: string };

const PASSED: ToolOutputVerdict = Object.freeze({ verdict: 'pass' });

/** The output may leave as it is. @publicApi */
export const pass = (): ToolOutputVerdict => PASSED;

/**
 * This takes the place of the output.
 *
 * @param value any value: it becomes JSON, and is held to the output schema and the limits of the tool
 * @param companions what goes along with it from now on. @default none: content, attributes and stderr are dropped
 * @publicApi
 */
export const replace = (value: unknown, companions?: OutputCompanions): ToolOutputVerdict =>
  companions === undefined ? { verdict: 'replace', value } : { verdict: 'replace', value, companions };

/** The output may not leave. The reason reaches the model. @publicApi */
export const block = (reason: string): ToolOutputVerdict => ({ verdict: 'block', reason });

/**
 * Judges the output of a tool that succeeded, before anybody gets it: a filter for personal data, a
 * check of size or class.
 *
 * Named in `@Tool({ outputGuards })` or `forRoot({ outputGuards })`. Those of the tool come first and
 * those of the module last; each sees what the one before it let through. The output schema and
 * the limits hold for what the last one gives. A blocked output is `invalid_output` with `executed: true`;
 * what the tool returned is kept in the journal, redacted. A guard that throws, rejects, answers something
 * else or isn't done within `outputGuardTimeoutMs` has blocked. A guard can't be request-scoped.
 *
 * Failures are not judged: the text of an error is redacted, bounded and goes out.
 *
 * @publicApi
 */
export abstract class ToolOutputGuard {
  /**
   * @param value the output as JSON, frozen: what hides in a getter or a `toJSON` has come out already
   * @param companions what else of the output gets out
   */
  abstract check(
    call: ExecutedCall,
    value: JsonValue,
    companions: OutputCompanions,
  ): ToolOutputVerdict | Promise<ToolOutputVerdict>;
}
