import { Validator, type ValidationError, type ValidatorOptions } from 'class-validator';
// @ts-expect-error The file has no types. `validateSync` takes a promise for a yes, and `validate` is always asynchronous.
import { ValidationExecutor } from 'class-validator/cjs/validation/ValidationExecutor.js';

/** The part of class-validator's executor that is used here. */
interface Executor {
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(object: object, schema: undefined, errors: ValidationError[]): void;
  stripEmptyErrors(errors: ValidationError[]): ValidationError[];
}

const NewExecutor = ValidationExecutor as new (validator: Validator, options: ValidatorOptions) => Executor;

const VALIDATOR = new Validator();
const OPTIONS: ValidatorOptions = {
  // Unknown keys and the shape are checked before; a class without fields is fine.
  forbidUnknownValues: false,
  whitelist: false,
  validationError: { target: false, value: false },
};

/**
 * class-validator's verdict on a built instance: synchronous unless a constraint answers with a
 * promise, whether it said that it would or not. Throws or rejects when a constraint does.
 */
export function validateInstance(instance: object): ValidationError[] | Promise<ValidationError[]> {
  const executor = new NewExecutor(VALIDATOR, OPTIONS);
  const errors: ValidationError[] = [];
  try {
    executor.execute(instance, undefined, errors);
  } catch (error) {
    // Nobody will await what was asked before the throw.
    for (const pending of executor.awaitingPromises) pending.catch(() => undefined);
    throw error;
  }
  if (executor.awaitingPromises.length === 0) return executor.stripEmptyErrors(errors);
  return Promise.all(executor.awaitingPromises).then(() => executor.stripEmptyErrors(errors));
}
