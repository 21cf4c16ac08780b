import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import type { DtoShape } from '../schema/dto-shape.js';
import { Redactor } from '../redaction/redactor.js';
import { NO_ARGUMENTS_SCHEMA, toJsonSchema } from '../schema/json-schema.js';
import { reachableDtos } from '../schema/reachable-dtos.js';
import { readDto } from '../schema/read-dto.js';
import type { CompiledParameters, InvalidArguments, ValidArguments } from '../tool/compiled-parameters.js';
import type { JsonObject } from '../tool/tool-result.js';
import { describeProblems } from './argument-messages.js';
import { instanceBuilder } from './build-instance.js';
import { addErrors } from './class-validator-errors.js';
import { sensitivePathsOf } from './sensitive-paths.js';
import { ShapeCheck } from './shape-check.js';
import { ToolValidator, type ToolParameters } from './tool-validator.js';
import { validateInstance } from './validate-instance.js';

/** A tool without arguments has the shape of a class without fields. */
const NO_ARGUMENTS: DtoShape = {
  type: Object,
  name: 'Object',
  fields: [],
  byKey: new Map(),
  needsClassValidator: false,
  needsTransformer: false,
  warnings: [],
};

/**
 * Validates by class-validator's decorators. What they say about the shape of a value, and each of
 * class-validator's own rules, is judged on the JSON itself, with the strictness of the exported
 * schema. class-validator walks the built instance only for what needs it: custom constraints,
 * `@ValidateIf()` and what `@Transform()` made of a value.
 *
 * The verdict is synchronous unless a custom constraint answers with a promise.
 *
 * @publicApi
 */
@Injectable()
export class ClassValidatorToolValidator extends ToolValidator {
  /** @param redactor what errors must not quote. Default: the well-known secrets */
  constructor(@Optional() @Inject(Redactor) private readonly redactor: Redactor = new Redactor()) {
    super();
  }

  override compile({ type, unknownArguments, coerce }: ToolParameters): CompiledParameters {
    const dto = type === undefined ? NO_ARGUMENTS : readDto(type);
    const dtos = reachableDtos(dto);
    const needsClassValidator = dtos.some((each) => each.needsClassValidator);
    const instantiate = instanceBuilder(dto);
    const sensitive = sensitivePathsOf(dto);
    const isCoercing = coerce === 'lossless';
    const isStripping = unknownArguments === 'strip';
    const { redactor } = this;
    return Object.freeze({
      schema: type === undefined ? NO_ARGUMENTS_SCHEMA : toJsonSchema(dto),
      sensitivePaths: sensitive.paths,
      warnings: [
        ...dtos.flatMap(({ warnings }) => warnings),
        ...(sensitive.isCut
          ? [`${dto.name} has more sensitive paths than can be followed: the deepest aren't redacted.`]
          : []),
      ],
      validate(input: JsonObject) {
        const check = new ShapeCheck(isCoercing, isStripping, redactor);
        const canonical = check.checkDto(dto, input, undefined);
        if (!needsClassValidator) return verdict(check, canonical);
        const { problems } = check;
        const conclude = (errors: readonly ValidationError[]): ValidArguments | InvalidArguments => {
          addErrors(errors, dto, canonical, problems, redactor);
          return verdict(check, canonical);
        };
        try {
          const errors = validateInstance(instantiate(canonical));
          if (Array.isArray(errors)) return conclude(errors);
          return problems.list.length === 0
            ? errors.then(conclude)
            : errors.then(conclude, () => verdict(check, canonical));
        } catch (error) {
          // Code that expects a complete object may well throw when fields are known to be wrong.
          if (problems.list.length > 0) return verdict(check, canonical);
          throw error;
        }
      },
      instantiate,
    });
  }
}

function verdict(
  { problems, coerced, stripped }: ShapeCheck,
  canonical: JsonObject,
): ValidArguments | InvalidArguments {
  if (problems.list.length === 0) return { valid: true, canonical, coerced, stripped };
  return {
    valid: false,
    error: describeProblems(problems.list, problems.more),
    issues: problems.list.map(({ issue }) => issue),
  };
}
