import { escapeControls } from '../text/escape-controls.js';

const INSPECT = Symbol.for('nodejs.util.inspect.custom');
const MAX_VALUE_CHARS = 200;

/**
 * What is logged of a call: fields for structured loggers, and one line of text for those that
 * print for people. Fields without a value are left out.
 */
export class ToolCallLogEntry {
  constructor(
    readonly msg: string,
    facts: Readonly<Record<string, unknown>>,
  ) {
    for (const [name, value] of Object.entries(facts)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
    // Not enumerable: structured loggers copy the fields.
    Object.defineProperty(this, INSPECT, { value: () => this.toString() });
  }

  toString(): string {
    const facts = Object.entries(this).filter(([name]) => name !== 'msg');
    return [
      this.msg,
      ...facts.map(([name, value]) => `${name}=${escapeControls(String(value), MAX_VALUE_CHARS)}`),
    ].join(' ');
  }
}
