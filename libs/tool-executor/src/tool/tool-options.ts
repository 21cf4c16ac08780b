import type { Type } from '@nestjs/common';
import type { PortOption } from './port-option.js';
import type { ToolErrorMapper } from './tool-error-mapper.js';
import type { ToolOutputGuard } from './tool-output-guard.js';
import type { JsonObject } from './tool-result.js';
import type { ToolTraits } from './tool-traits.js';

/**
 * What `@Tool()` takes.
 *
 * @publicApi
 */
export interface ToolOptions extends Partial<Omit<ToolTraits, 'permission'>> {
  /**
   * The name that a model calls. Must match `^[A-Za-z][A-Za-z0-9_-]{0,63}$`.
   * @default on a method: the method's name in snake case; on a class: required
   */
  readonly name?: string;
  /** What the tool does and when to use it: models choose by it. */
  readonly description: string;
  /**
   * The class of the arguments, with class-validator decorators.
   * @default on a method: the type of its first parameter; on a class: a tool without arguments
   */
  readonly parameters?: Type<unknown>;
  /** JSON Schema 2020-12 of the output. An output that breaks it is `invalid_output`. */
  readonly outputSchema?: JsonObject;
  /** `public`: runs without asking the permission guards. Scopes and roles still count. @default 'guarded' */
  readonly permission?: ToolTraits['permission'];
  /** What happens to unknown arguments. @default 'reject' */
  readonly unknownArguments?: 'reject' | 'strip';
  /** Whether text is converted to the declared type where nothing is lost. @default 'lossless' */
  readonly coerce?: 'lossless' | 'none';
  /** `masked`: errors that are not a ToolError become a neutral sentence with the trace id. @default the module's `errors` */
  readonly errors?: 'plain' | 'masked';
  /** Characters of output that a model gets; the middle is cut out. @default the module's `maxOutputChars` */
  readonly maxOutputChars?: number;
  /** Turn what this tool throws into what a model may read; asked before those of the module. @default none */
  readonly errorMappers?: readonly PortOption<ToolErrorMapper>[];
  /** Judge what this tool gives; asked before those of the module. @default none */
  readonly outputGuards?: readonly PortOption<ToolOutputGuard>[];
}
