import { types } from 'node:util';
import type { Redactor } from '../redaction/redactor.js';
import { escapeControls } from '../text/escape-controls.js';
import type { JsonObject, JsonValue } from '../tool/tool-result.js';

const MAX_CAUSES = 4;
const MAX_CHARS = 16_000;

/**
 * What of a cause may stand in a log: name, message and stack of an error and of its causes, masked,
 * and none of its other fields, since an error of an HTTP client holds the headers it was sent with.
 * Anything else as masked JSON. Never throws.
 */
export function loggableCause(cause: unknown, redactor: Redactor, causes = MAX_CAUSES): JsonValue {
  try {
    if (!types.isNativeError(cause) && !(cause instanceof Error)) return redactor.value(cause);
    const { name, message, stack, cause: inner } = cause;
    const error: Record<string, JsonValue> = { name: line(name, redactor), message: line(message, redactor) };
    if (typeof stack === 'string')
      error['stack'] = stack
        .split('\n')
        .map((each) => line(each, redactor))
        .join('\n')
        .slice(0, MAX_CHARS);
    if (inner !== undefined && causes > 1) error['cause'] = loggableCause(inner, redactor, causes - 1);
    return error satisfies JsonObject;
  } catch {
    return '[unreadable]';
  }
}

const line = (text: string, redactor: Redactor): string =>
  escapeControls(redactor.text(String(text)), MAX_CHARS);
