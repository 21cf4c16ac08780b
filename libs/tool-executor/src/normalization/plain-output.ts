import type { FailureFacts } from '../tool/call-failure.js';
import type { OutputCompanions } from '../tool/tool-output-guard.js';
import type { JsonValue } from '../tool/tool-result.js';

/** What a tool gave, as JSON. */
export interface PlainOutput {
  readonly value: JsonValue;
  readonly companions: OutputCompanions;
  /** About the form of the value, such as what was lost on the way to JSON: they go where it goes. */
  readonly facts: FailureFacts;
}

export const NO_FACTS: FailureFacts = Object.freeze({});
export const NO_COMPANIONS: OutputCompanions = Object.freeze({});
