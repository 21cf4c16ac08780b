import { escapeControls } from '../text/escape-controls.js';
import { CallFailure } from '../tool/call-failure.js';
import { ToolError } from '../tool/tool-error.js';

const MAX_REASON_CHARS = 500;

/**
 * What a throw of Nest's guards means for the call. A ToolError and an HttpException with a 4xx
 * status speak to the model; whatever else a guard throws is for the tracer alone.
 */
export function refusedByGuards(thrown: unknown): CallFailure {
  const said = messageOf(thrown);
  const reason = said === undefined ? 'a guard of the tool failed' : escapeControls(said, MAX_REASON_CHARS);
  return new CallFailure('permission_denied', `permission denied: ${reason}`, {}, thrown);
}

function messageOf(thrown: unknown): string | undefined {
  try {
    if (!ToolError.isInstance(thrown) && !isCallersFault(thrown)) return undefined;
    const { message } = thrown as { message?: unknown };
    return typeof message === 'string' && message.trim() !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** By its method: an application may have two copies of `@nestjs/common`. */
function isCallersFault(thrown: unknown): boolean {
  const exception = thrown as { getStatus?: () => unknown } | null | undefined;
  if (typeof exception?.getStatus !== 'function') return false;
  const status = exception.getStatus();
  return typeof status === 'number' && status >= 400 && status < 500;
}
