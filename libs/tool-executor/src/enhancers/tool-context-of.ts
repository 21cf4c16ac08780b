import type { ArgumentsHost } from '@nestjs/common';
import type { EnhancedToolCall } from './enhanced-tool-call.js';
import { ENHANCED_CALL } from './tool-call.host.js';

/**
 * The tool call that a guard, interceptor or filter runs for; `undefined` where it runs for
 * something else, such as an HTTP request.
 *
 * Takes the host that Nest handed over: one that was wrapped by another library, such as
 * `GqlExecutionContext.create(context)`, is not known.
 *
 * @publicApi
 */
export function toolContextOf<Args = unknown>(host: ArgumentsHost): EnhancedToolCall<Args> | undefined {
  return (host as { readonly [ENHANCED_CALL]?: EnhancedToolCall<Args> })[ENHANCED_CALL];
}
