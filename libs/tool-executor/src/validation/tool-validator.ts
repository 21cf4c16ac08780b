import type { CompiledParameters } from '../tool/compiled-parameters.js';
import type { ToolOptions } from '../tool/tool-options.js';
import type { Type } from '@nestjs/common';

/** What a validator compiles at boot. */
export interface ToolParameters {
  /** The tool's name, for messages. */
  readonly tool: string;
  /** The class of the arguments; `undefined` for a tool without arguments. */
  readonly type: Type<unknown> | undefined;
  readonly unknownArguments: NonNullable<ToolOptions['unknownArguments']>;
  readonly coerce: NonNullable<ToolOptions['coerce']>;
}

/**
 * Step 1: turns a class of arguments into a schema and a check, once, at boot.
 *
 * Schema and verdict agree: each value that the schema allows is accepted, and each accepted
 * value is schema-valid after lossless coercion and after `null` for optional fields is dropped.
 *
 * @publicApi
 */
export abstract class ToolValidator {
  /** @throws Error when the class can't be a tool's arguments; the message names class, field and remedy. */
  abstract compile(parameters: ToolParameters): CompiledParameters;
}
