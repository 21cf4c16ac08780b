import type { Type } from '@nestjs/common';
import type {
  CompiledParameters,
  InvalidArguments,
  ValidArguments,
} from '../../src/tool/compiled-parameters.js';
import { ClassValidatorToolValidator } from '../../src/validation/class-validator.validator.js';
import type { ToolParameters } from '../../src/validation/tool-validator.js';

/** Compiles a class as the arguments of a tool. */
export const compile = (
  type: Type<unknown> | undefined,
  options: Partial<Pick<ToolParameters, 'unknownArguments' | 'coerce'>> = {},
): CompiledParameters =>
  new ClassValidatorToolValidator().compile({
    tool: 'tool',
    type,
    unknownArguments: 'reject',
    coerce: 'lossless',
    ...options,
  });

/** The verdict of a class that has no asynchronous constraints. */
export function validate(
  type: Type<unknown> | undefined,
  input: Record<string, unknown>,
  options: Parameters<typeof compile>[1] = {},
): ValidArguments | InvalidArguments {
  const verdict = compile(type, options).validate(input as never);
  if (verdict instanceof Promise) throw new Error('The verdict was asynchronous.');
  return verdict;
}

/** `path:rule` of each issue; none when the arguments are valid. */
export function broken(type: Type<unknown> | undefined, input: Record<string, unknown>): string[] {
  const verdict = validate(type, input);
  return verdict.valid ? [] : verdict.issues.map(({ path, rule }) => `${path}:${rule}`);
}
