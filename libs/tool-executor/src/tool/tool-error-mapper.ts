import type { ExecutedCall } from './executed-call.js';
import type { ToolError } from './tool-error.js';

/**
 * Turns the application's errors (of an ORM, an HTTP client) into what a model may read, in one place.
 *
 * Named in `forRoot({ errorMappers })` or `@Tool({ errorMappers })`. Those of the tool are asked
 * before those of the module, and the first answer stands. A mapper that throws, rejects, answers
 * something else or isn't done within `errorMapperTimeoutMs` has no answer. No mapper can make a
 * success. A ToolError that a tool throws speaks for itself and is not mapped.
 *
 * The message of the answer reaches the model also where `errors` is `'masked'`; the tracer gets what
 * was thrown. A mapper can't be request-scoped.
 *
 * @publicApi
 */
export abstract class ToolErrorMapper {
  /**
   * @param error what was thrown: anything at all, so look before you read
   * @returns `undefined` for what isn't its business
   */
  abstract map(error: unknown, call: ExecutedCall): ToolError | undefined | Promise<ToolError | undefined>;
}
